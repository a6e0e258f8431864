import { message } from '@aangan/contract/area.ts';

export const academicsMessages = [
  message({
    key: 'academics.centre-closed',
    category: 'SERVICE',
    urgency: 'NOW',
    audience: 'FAMILY',
    channels: ['WHATSAPP', 'SMS', 'APP'],
    variables: ['centre', 'date', 'title'],
    subject: '{centre} is closed on {date}',
    en: '{centre} is closed on {date}: {title}. Classes go on the next working day.',
    hi: '{centre} {date} को बंद है: {title}। कक्षाएँ अगले कार्य दिवस पर होंगी।',
    retryUnknown: false,
  }),
];
