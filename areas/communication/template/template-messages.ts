import { message } from '@aangan/contract/area.ts';

export const templateMessages = [
  message({
    key: 'communication.template-test',
    category: 'SERVICE',
    urgency: 'NOW',
    audience: 'STAFF',
    channels: ['SMS', 'EMAIL'],
    variables: [],
    subject: 'A template to try',
    en: 'A template to try.',
    retryUnknown: false,
  }),
];
