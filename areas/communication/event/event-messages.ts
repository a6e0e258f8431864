import { message } from '@aangan/contract/area.ts';

const shared = { category: 'SERVICE', audience: 'FAMILY', retryUnknown: false } as const;

export const eventMessages = [
  message({
    ...shared,
    key: 'communication.event-changed',
    urgency: 'ROUTINE',
    channels: ['SMS', 'APP'],
    variables: ['title', 'date', 'when'],
    subject: '{title}: new time',
    en: '{title} is now on {date}, {when}.',
    hi: '{title} अब {date} को है, {when}।',
  }),
  message({
    ...shared,
    key: 'communication.event-cancelled',
    urgency: 'NOW',
    channels: ['SMS', 'APP'],
    variables: ['title', 'date', 'reason'],
    subject: '{title} is cancelled',
    en: '{title} on {date} is cancelled. {reason}',
    hi: '{date} का {title} रद्द किया गया है। {reason}',
  }),
  message({
    ...shared,
    key: 'communication.event-remind',
    urgency: 'ROUTINE',
    channels: ['APP'],
    variables: ['title', 'when'],
    subject: 'Tomorrow: {title}',
    en: '{title} is tomorrow, {when}.',
    hi: '{title} कल है, {when}।',
  }),
  message({
    ...shared,
    key: 'communication.event-answer',
    urgency: 'ROUTINE',
    channels: ['APP'],
    variables: ['title', 'date', 'child'],
    subject: '{title}: please answer',
    en: 'Please say whether {child} comes to {title} on {date}.',
    hi: 'कृपया बताएँ कि {child} {date} को {title} में आएगा या नहीं।',
  }),
];
