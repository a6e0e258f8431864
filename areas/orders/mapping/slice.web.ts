export const mappingLoads = {
  '/kit-mapping/{kitType}': () => import('./mapping-list.tsx').then((m) => m.MappingList),
  '/kit-mapping/create/{kitType}': () => import('./mapping-form.tsx').then((m) => m.CreateMapping),
  '/kit-mapping/upload-mapping/{kitType}': () => import('./upload-mapping.tsx').then((m) => m.UploadMappings),
  '/kit-mapping/upload-mapping/{kitType}/{kitMapId}': () =>
    import('./upload-mapping.tsx').then((m) => m.UploadLines),
};
