export const cctvLoads = {
  '/cctvDocUpload/cctvDocUpload': () => import('./cctv-list.tsx').then((m) => m.CctvList),
  '/cctvDocUpload/edit/{cctvDocId}': () => import('./cctv-page.tsx').then((m) => m.CctvPage),
};
