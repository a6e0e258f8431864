export const galleryLoads = {
  '/photogallary/photogallary-list': () => import('./gallery-list.tsx').then((m) => m.GalleryList),
  '/photogallary/add-photogallary': () => import('./gallery-form.tsx').then((m) => m.AddGallery),
  '/photogallary/edit-photogallary/{photoGalleryID}': () =>
    import('./gallery-edit.tsx').then((m) => m.EditGallery),
  '/photogallary/photogallary-view': () => import('./gallery-wall.tsx').then((m) => m.GalleryWall),
  '/photogallary/view-photogallary/{photoGalleryID}': () =>
    import('./gallery-view.tsx').then((m) => m.GalleryView),
  '/gallery/student-view/{studentAdmissionId}': () =>
    import('./child-gallery.tsx').then((m) => m.ChildGallery),
  '/gallery/photogallary-view-images/{ID}': () => import('./photo-viewer.tsx').then((m) => m.PhotoViewer),
};
