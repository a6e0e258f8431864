import { message } from '@aangan/contract/area.ts';

const noted = {
  category: 'SERVICE',
  urgency: 'NOW',
  audience: 'CONTACT',
  channels: ['WHATSAPP', 'SMS'],
  retryUnknown: false,
  variables: ['brand'],
} as const;

/** The one answer to STOP (communication.md 6): to an enquiring family, and to one whose child is with us. */
export const stopMessages = [
  message({
    key: 'enquiries.stop-noted',
    ...noted,
    en: 'You will get no more messages from {brand}. You can always call the centre.',
    hi: '{brand} से आपको अब कोई संदेश नहीं आएगा। आप केंद्र को कभी भी फ़ोन कर सकते हैं।',
  }),
  message({
    key: 'enquiries.stop-noted-family',
    ...noted,
    en: 'You will get no more WhatsApp messages and offers from {brand}. Important notices about your child still come in the app.',
    hi: '{brand} से आपको अब व्हाट्सऐप संदेश और ऑफ़र नहीं आएँगे। आपके बच्चे की ज़रूरी सूचनाएँ ऐप में आती रहेंगी।',
  }),
];
