export const galleryPaths = {
  list: '/photogallary/photogallary-list',
  wall: '/photogallary/photogallary-view',
  add: '/photogallary/add-photogallary',
  edit: (id: string) => `/photogallary/edit-photogallary/${id}`,
  view: (id: string) => `/photogallary/view-photogallary/${id}`,
  images: (id: string) => `/gallery/photogallary-view-images/${id}`,
  child: (id: string) => `/gallery/student-view/${id}`,
};
