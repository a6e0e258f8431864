/** Loaders of the announcement's screens by path. */
export const announcementLoads = {
  '/announcement/announcement-view': () => import('./announcement-feed.tsx').then((m) => m.AnnouncementFeed),
  '/announcement/announcement-list': () => import('./announcement-list.tsx').then((m) => m.AnnouncementList),
  '/announcement/add-announcement': () => import('./announcement-form.tsx').then((m) => m.AddAnnouncement),
  '/announcement/edit-announcement/{announcementID}': () =>
    import('./announcement-form.tsx').then((m) => m.EditAnnouncement),
  '/announcement/view-announcement/{announcementID}': () =>
    import('./announcement-view.tsx').then((m) => m.ViewAnnouncement),
};
