import { message } from '@aangan/contract/area.ts';

const base = { category: 'SERVICE', audience: 'FAMILY', retryUnknown: false } as const;

export const handoverMessages = [
  message({
    ...base,
    key: 'orders.kit-on-the-way',
    urgency: 'ROUTINE',
    channels: ['APP'],
    variables: ['child', 'kit', 'date'],
    subject: '{kit} of {child} is on its way',
    en: '{kit} of {child} is on its way to the centre and is expected on {date}.',
    hi: '{child} का {kit} केंद्र के लिए रवाना हो गया है और {date} को आने की उम्मीद है।',
  }),
  message({
    ...base,
    key: 'orders.kit-at-centre',
    urgency: 'ROUTINE',
    channels: ['SMS', 'APP'],
    variables: ['child', 'kit', 'centre'],
    subject: '{kit} of {child} is at the centre',
    en: '{kit} of {child} is at {centre}. You can take it home when you pick up your child.',
    hi: '{child} का {kit} {centre} में आ गया है। बच्चे को लेने आते समय आप इसे घर ले जा सकते हैं।',
  }),
  message({
    ...base,
    key: 'orders.kit-handover-code',
    urgency: 'NOW',
    channels: ['SMS', 'APP'],
    variables: ['code', 'kit', 'centre', 'minutes'],
    subject: 'Code for the kit: {code}',
    en: '{code} is the code to take {kit} home from {centre}. It is valid for {minutes} minutes.',
    hi: '{code} {centre} से {kit} घर ले जाने का कोड है। यह {minutes} मिनट तक मान्य है।',
  }),
  message({
    ...base,
    key: 'orders.kit-handed-over',
    urgency: 'ROUTINE',
    channels: ['APP'],
    variables: ['child', 'kit', 'to'],
    subject: '{kit} of {child} was handed over',
    en: '{kit} of {child} was handed over to {to}. If this is wrong, please tell the centre.',
    hi: '{child} का {kit} {to} को सौंप दिया गया। यदि यह गलत है तो कृपया केंद्र को बताएँ।',
  }),
];
