export const learnerLoads = {
  '/self-training': () => import('./self-training.tsx').then((file) => file.SelfTraining),
};
