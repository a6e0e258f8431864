export const stockLoads = {
  '/check/stock': () => import('./stock-screen.tsx').then((m) => m.StockScreen),
};
