import { message } from '@aangan/contract/area.ts';

const toFamily = {
  category: 'SERVICE',
  audience: 'FAMILY',
  urgency: 'NOW',
  channels: ['WHATSAPP', 'SMS', 'APP'],
} as const;

/** What families hear of online classes (areas/training.md 6). */
export const onlineClassMessages = [
  message({
    ...toFamily,
    retryUnknown: true,
    key: 'online-class.link',
    variables: ['child', 'title', 'date', 'from', 'link'],
    subject: 'Online class of {child}: {title}',
    en: '{title} for {child} is on {date} at {from}. Open the class here: {link}',
    hi: '{child} की ऑनलाइन कक्षा {title}: {date}, {from} बजे। यहाँ से जुड़ें: {link}',
  }),
  message({
    ...toFamily,
    retryUnknown: false,
    key: 'online-class.cancelled',
    variables: ['child', 'title', 'date', 'from', 'reason'],
    subject: 'Online class cancelled: {title}',
    en: '{title} for {child} on {date} at {from} is cancelled: {reason}',
    hi: '{child} की ऑनलाइन कक्षा {title} ({date}, {from}) रद्द है: {reason}',
  }),
];
