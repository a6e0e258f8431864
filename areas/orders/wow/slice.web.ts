export const wowLoads = {
  '/place-order/wow-kit/list': () => import('./wow-list.tsx').then((m) => m.WowList),
  '/place-order/wow-kit-dashboard': () => import('./wow-list.tsx').then((m) => m.WowDashboard),
  '/place-order/wow-kit-ordering': () => import('./wow-ordering.tsx').then((m) => m.WowOrdering),
  '/place-order/wow-kit-ordering/order-summary/{franchiseeId}/{initiatedOrderID}': () =>
    import('./wow-order-view.tsx').then((m) => m.WowOrderView),
  '/place-order/wow-kit/confirm': () => import('./wow-confirm.tsx').then((m) => m.WowConfirm),
  '/place-order/wow-kit/summary/{franchiseeID}': () => import('./wow-summary.tsx').then((m) => m.WowSummary),
};
