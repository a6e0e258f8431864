import { message } from '@aangan/contract/area.ts';

export const studentMessages = [
  message({
    key: 'students.withdrawal',
    category: 'SERVICE',
    urgency: 'ROUTINE',
    audience: 'FAMILY',
    channels: ['WHATSAPP', 'SMS', 'EMAIL'],
    variables: ['child', 'date', 'amountPaise'],
    subject: 'Last day of {child}',
    en: 'We have noted that the last day of {child} is {date}. Foreseen refund: {amountPaise}.',
    hi: 'हमने दर्ज किया है कि {child} का अंतिम दिन {date} है। अनुमानित वापसी: {amountPaise}।',
    retryUnknown: false,
  }),
  message({
    key: 'students.sessions-left',
    category: 'SERVICE',
    urgency: 'ROUTINE',
    audience: 'FAMILY',
    channels: ['WHATSAPP', 'SMS', 'APP'],
    variables: ['child', 'left', 'batch'],
    subject: '{child} has {left} sessions left',
    en: '{child} has {left} session(s) left in {batch}. Please ask your centre to renew.',
    hi: '{batch} में {child} के {left} सत्र बचे हैं। नवीनीकरण के लिए कृपया अपने केंद्र से संपर्क करें।',
    retryUnknown: false,
  }),
];
