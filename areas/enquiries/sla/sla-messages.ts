import { message } from '@aangan/contract/area.ts';

/** Told in the app, at once. */
export const staff = {
  category: 'SERVICE',
  urgency: 'NOW',
  audience: 'STAFF',
  channels: ['APP'],
  retryUnknown: true,
} as const;

/** ENQ_ASSIGNED, ENQ_LATE and ENQ_UNALLOCATED (enquiries.md 6), and the word before the time is over. */
export const slaMessages = [
  message({
    ...staff,
    key: 'enquiries.assigned',
    variables: ['child', 'class', 'source', 'time'],
    subject: 'New enquiry: {child}',
    en: 'New enquiry {child}, {class}, {source}. Answer by {time}.',
    hi: 'नई पूछताछ {child}, {class}, {source}। {time} तक उत्तर दें।',
  }),
  message({
    ...staff,
    key: 'enquiries.visit-chosen',
    variables: ['child', 'code', 'date', 'time'],
    subject: 'A visit on {date} at {time}',
    en: 'The family of {child} ({code}) chose a visit on {date} at {time}.',
    hi: '{child} ({code}) के परिवार ने {date} को {time} बजे मुलाकात चुनी है।',
  }),
  message({
    ...staff,
    key: 'enquiries.due-soon',
    variables: ['code', 'time'],
    subject: 'Answer {code} by {time}',
    en: '{code} waits for its first answer. Call by {time}.',
    hi: '{code} पहले उत्तर की प्रतीक्षा में है। {time} तक फ़ोन करें।',
  }),
  message({
    ...staff,
    key: 'enquiries.late',
    variables: ['code', 'min'],
    subject: '{code} is late',
    en: '{code} has waited {min} working minutes.',
    hi: '{code} {min} कार्य मिनट से प्रतीक्षा में है।',
  }),
  message({
    ...staff,
    key: 'enquiries.unallocated',
    variables: ['n', 'reason'],
    subject: '{n} enquiries have no owner',
    en: '{n} enquiries have no owner: {reason}.',
    hi: '{n} पूछताछ का कोई ज़िम्मेदार नहीं: {reason}।',
  }),
];
