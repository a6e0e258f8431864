import { communicationModules as m } from '../modules.ts';

export const galleryScreens = {
  '/photogallary/photogallary-list': { title: 'Photo albums', module: m.photogallaryList },
  '/photogallary/add-photogallary': { title: 'Add an album', module: m.photogallaryList, write: true },
  '/photogallary/edit-photogallary/{photoGalleryID}': {
    title: 'Edit album',
    module: m.photogallaryList,
    write: true,
  },
  '/photogallary/photogallary-view': { title: 'Photo gallery', module: m.photogallaryList },
  '/photogallary/view-photogallary/{photoGalleryID}': { title: 'Album', module: m.photogallaryList },
  '/gallery/student-view/{studentAdmissionId}': { title: 'Gallery', module: m.studentGallery },
  '/gallery/photogallary-view-images/{ID}': {
    title: 'Pictures',
    module: [m.photogallaryList, m.studentGallery],
  },
} as const;
