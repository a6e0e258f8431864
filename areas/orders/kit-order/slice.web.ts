export const kitOrderLoads = {
  '/place-order': () => import('./order-desk.tsx').then((m) => m.OrderDesk),
};
