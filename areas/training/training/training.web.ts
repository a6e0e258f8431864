export const trainingLoads = {
  '/trainer-led': () => import('./training-home.tsx').then((s) => s.TrainingHome),
  '/trainer-led/new-training': () => import('./training-form.tsx').then((s) => s.TrainingForm),
  '/trainer-led/edit-training/{id}': () => import('./training-form.tsx').then((s) => s.TrainingForm),
  '/trainer-led/all-trainings': () => import('./training-list.tsx').then((s) => s.TrainingList),
} as const;
