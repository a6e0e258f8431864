export const allocationLoads = {
  '/kit-allocation/{kitType}': () => import('./allocation-list.tsx').then((m) => m.AllocationList),
  '/kit-allocation/upload-allocated-kit/{kitType}': () =>
    import('./upload-allocations.tsx').then((m) => m.UploadAllocations),
};
