export const dispatchLoads = {
  '/delivery/challan': () => import('./dispatch-screen.tsx').then((m) => m.DispatchScreen),
  '/order-history/kit/Invoice': () => import('./invoice-list.tsx').then((m) => m.InvoiceList),
};
