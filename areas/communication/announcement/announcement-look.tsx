import { stateTable } from '@aangan/web/ui/state-look.ts';
import { announcementLabels } from './announcement.states.ts';

stateTable('announcement', {
  DRAFT: ['neutral', announcementLabels.DRAFT],
  WAITING: ['warning', announcementLabels.WAITING],
  SCHEDULED: ['info', announcementLabels.SCHEDULED],
  PUBLISHED: ['success', announcementLabels.PUBLISHED],
  EXPIRED: ['neutral', announcementLabels.EXPIRED],
  WITHDRAWN: ['neutral', announcementLabels.WITHDRAWN],
});

export const announcementPaths = {
  feed: '/announcement/announcement-view',
  list: '/announcement/announcement-list',
  add: '/announcement/add-announcement',
  edit: (id: string) => `/announcement/edit-announcement/${id}`,
  view: (id: string) => `/announcement/view-announcement/${id}`,
};
