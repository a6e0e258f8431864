export const orderGapLoads = {
  '/indent/order-gap': () => import('./order-gap.tsx').then((m) => m.OrderGap),
};
