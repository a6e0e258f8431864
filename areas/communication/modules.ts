import { modules } from '@aangan/contract/area.ts';

/** Module names of the communication area that are in use (areas/README §5.1). */
export const communicationModules = modules({
  sendSMS: { title: 'Send SMS' },
  sendEmail: { title: 'Send e-mail' },
  communicationTemplates: { title: 'Communication templates' },
  announcementList: { title: 'Announcement list' },
  studentAnnouncements: { title: 'Student announcements', student: true },
  eventCalendar: { title: 'Event calendar' },
  studentCalender: { title: 'Student calendar', student: true },
  photogallaryList: { title: 'Photo gallery', staffApproval: true },
  studentGallery: { title: 'Student gallery', student: true },
  InstaPost: { title: 'Instagram post' },
});
