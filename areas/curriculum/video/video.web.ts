export const videoLoads = {
  '/videos/upload': () => import('./video-upload.tsx').then((m) => m.VideoUpload),
  '/videos/list': () => import('./video-list.tsx').then((m) => m.VideoList),
  '/videoplayer/{videoName}/{urlPath}': () =>
    import('./public-video-page.tsx').then((m) => m.PublicVideoPage),
};
