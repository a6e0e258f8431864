export const orderHistoryLoads = {
  '/order-history': () => import('./order-list.tsx').then((m) => m.OrderHistory),
  '/order-history/kit/{kitType}': () => import('./order-list.tsx').then((m) => m.OrdersOfType),
  '/order-history/kit/details/{kitType}/{orderID}/{franchiseeID?}': () =>
    import('./order-view.tsx').then((m) => m.OrderDetails),
};
