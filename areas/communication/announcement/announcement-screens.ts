import { communicationModules as m } from '../modules.ts';

export const announcementScreens = {
  '/announcement/announcement-view': {
    title: 'Announcements',
    module: [m.announcementList, m.studentAnnouncements],
  },
  '/announcement/announcement-list': { title: 'Announcement list', module: m.announcementList },
  '/announcement/add-announcement': { title: 'Add announcement', module: m.announcementList, write: true },
  '/announcement/edit-announcement/{announcementID}': {
    title: 'Edit announcement',
    module: m.announcementList,
    write: true,
  },
  '/announcement/view-announcement/{announcementID}': {
    title: 'Announcement',
    module: [m.announcementList, m.studentAnnouncements],
  },
} as const;
