export const warehouseLoads = {
  '/upload/warehouse-mapping': () => import('./warehouse-screen.tsx').then((m) => m.WarehouseMapping),
  '/upload/warehouse-mapping/upload': () =>
    import('./warehouse-screen.tsx').then((m) => m.UploadWarehouseMapping),
};
