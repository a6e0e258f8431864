import { message } from '@aangan/contract/area.ts';

// The text of each is its campaign's own; these stand for it where none travels along.
const shared = {
  urgency: 'ROUTINE',
  audience: 'FAMILY',
  channels: ['SMS', 'EMAIL'],
  variables: ['centre'],
  subject: 'A message of {centre}',
  en: 'A message of {centre}.',
  retryUnknown: false,
} as const;

export const campaignMessages = [
  message({ ...shared, key: 'communication.campaign', category: 'SERVICE' }),
  message({ ...shared, key: 'communication.campaign-offer', category: 'PROMOTIONAL' }),
];
