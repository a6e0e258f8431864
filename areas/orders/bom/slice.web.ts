export const bomLoads = {
  '/place-order/wow-kit-bom-configure': () => import('./bom-screen.tsx').then((m) => m.BomScreen),
};
