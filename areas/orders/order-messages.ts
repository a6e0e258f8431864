import { message } from '@aangan/contract/area.ts';

const base = {
  category: 'SERVICE',
  audience: 'STAFF',
  urgency: 'ROUTINE',
  channels: ['APP', 'EMAIL'],
  retryUnknown: false,
} as const;

/** What people at work hear of orders. */
export const orderMessages = [
  message({
    ...base,
    key: 'orders.approval-needed',
    variables: ['what', 'no', 'from'],
    subject: '{what} {no} waits for your approval',
    en: '{what} {no} of {from} waits for your approval.',
    hi: '{from} का {what} {no} आपकी स्वीकृति की प्रतीक्षा में है।',
  }),
  message({
    ...base,
    key: 'orders.claim-decided',
    variables: ['claim', 'result', 'reason'],
    subject: 'Claim {claim}: {result}',
    en: 'Claim {claim} is decided: {result}. {reason}',
    hi: 'दावा {claim} पर निर्णय हो गया: {result}. {reason}',
  }),
];
