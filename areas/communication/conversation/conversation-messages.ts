import { message } from '@aangan/contract/area.ts';

/** An answer in free words; it goes only while the person's own message is less than a day old. */
export const REPLY = 'communication.reply';

const toStaff = {
  category: 'SERVICE',
  urgency: 'NOW',
  audience: 'STAFF',
  channels: ['APP'],
  retryUnknown: true,
} as const;

export const conversationMessages = [
  message({
    key: REPLY,
    category: 'SERVICE',
    urgency: 'NOW',
    audience: 'CONTACT',
    channels: ['WHATSAPP'],
    variables: ['reply'],
    retryUnknown: false,
    en: '{reply}',
    hi: '{reply}',
  }),
  message({
    ...toStaff,
    key: 'communication.conversation-assigned',
    variables: ['by'],
    en: '{by} gave you a WhatsApp conversation to answer.',
    hi: '{by} ने आपको एक व्हाट्सऐप बातचीत उत्तर देने के लिए दी है।',
  }),
  message({
    ...toStaff,
    key: 'communication.reply-waiting',
    variables: ['centre'],
    en: 'A WhatsApp message waits for your answer ({centre}).',
    hi: 'एक व्हाट्सऐप संदेश आपके उत्तर की प्रतीक्षा में है ({centre})।',
  }),
];
