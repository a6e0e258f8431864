import { message } from '@aangan/contract/area.ts';

/** The registered text by SMS and e-mail; the announcement itself is read in the app. */
export const noticeText = '{brand}, {centre}: {title}. Please read the announcement in the app.';

// An announcement goes out when its writer says so, at night too.
export const announcementMessages = [
  message({
    key: 'communication.announcement',
    category: 'SERVICE',
    urgency: 'NOW',
    audience: 'FAMILY',
    channels: ['APP'],
    variables: ['title', 'titleHi', 'centre'],
    subject: '{title}',
    en: 'Announcement of {centre}: {title}',
    hi: '{centre} की सूचना: {titleHi}',
    retryUnknown: false,
  }),
  message({
    key: 'communication.announcement-notice',
    category: 'SERVICE',
    urgency: 'NOW',
    audience: 'FAMILY',
    channels: ['SMS', 'EMAIL'],
    variables: ['title', 'titleHi', 'centre', 'brand'],
    subject: '{title}',
    en: noticeText,
    hi: '{brand}, {centre}: {titleHi}। कृपया सूचना ऐप में पढ़ें।',
    retryUnknown: false,
  }),
  message({
    key: 'communication.announcement-reminder',
    category: 'SERVICE',
    urgency: 'ROUTINE',
    audience: 'FAMILY',
    channels: ['APP'],
    variables: ['title', 'titleHi', 'centre'],
    subject: 'Please read: {title}',
    en: '{centre} asks you to read: {title}',
    hi: '{centre} आपसे यह पढ़ने का अनुरोध करता है: {titleHi}',
    retryUnknown: false,
  }),
];
