export const claimLoads = {
  '/damage/re-order/{orderID}': () => import('./claim-page.tsx').then((m) => m.ClaimPage),
  '/place-order/re-order-kit/list': () => import('./re-order-list.tsx').then((m) => m.ReOrderList),
};
