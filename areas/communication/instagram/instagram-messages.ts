import { message } from '@aangan/contract/area.ts';

export const instagramMessages = [
  message({
    key: 'communication.insta-lost',
    category: 'SERVICE',
    urgency: 'NOW',
    audience: 'STAFF',
    channels: ['APP'],
    variables: ['what'],
    subject: 'A photo consent was withdrawn',
    en: 'A consent to public pictures was withdrawn: {what}',
    hi: 'सार्वजनिक तस्वीरों की सहमति वापस ली गई: {what}',
    retryUnknown: false,
  }),
  message({
    key: 'communication.insta-due',
    category: 'SERVICE',
    urgency: 'NOW',
    audience: 'STAFF',
    channels: ['APP'],
    variables: [],
    subject: 'An Instagram post is due',
    en: 'An approved Instagram post is due. Publish it and enter its address.',
    hi: 'एक स्वीकृत इंस्टाग्राम पोस्ट का समय हो गया है। इसे प्रकाशित करें और उसका पता दर्ज करें।',
    retryUnknown: false,
  }),
];
