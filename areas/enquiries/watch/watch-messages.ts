import { message } from '@aangan/contract/area.ts';
import { staff } from '../sla/sla-messages.ts';

/** Somebody looks at more families than work explains (enquiries.md 3.10, 8). */
export const watchMessages = [
  message({
    ...staff,
    key: 'enquiries.many-views',
    variables: ['who', 'n'],
    subject: '{who} opened {n} enquiries in one hour',
    en: '{who} opened {n} enquiries in one hour. Ask what for; the access log shows which.',
    hi: '{who} ने एक घंटे में {n} पूछताछ खोलीं। कारण पूछें; एक्सेस लॉग में देखें कौन-सी।',
  }),
  message({
    ...staff,
    key: 'enquiries.many-reveals',
    variables: ['who', 'n'],
    subject: '{who} revealed {n} numbers in one hour',
    en: '{who} revealed {n} numbers in one hour and was stopped. Ask what for; the access log shows which.',
    hi: '{who} ने एक घंटे में {n} नंबर देखे और रोके गए। कारण पूछें; एक्सेस लॉग में देखें कौन-से।',
  }),
  message({
    ...staff,
    key: 'enquiries.large-export',
    variables: ['who'],
    subject: '{who} exports more than 50,000 enquiries',
    en: '{who} exports more than 50,000 enquiries into a file. The access log shows when and with which rights.',
    hi: '{who} 50,000 से अधिक पूछताछ की फ़ाइल बना रहे हैं। एक्सेस लॉग में देखें कब और किस अधिकार से।',
  }),
];
