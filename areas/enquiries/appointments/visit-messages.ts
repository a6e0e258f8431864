import { message } from '@aangan/contract/area.ts';

const toParent = {
  category: 'SERVICE',
  audience: 'CONTACT',
  channels: ['WHATSAPP', 'SMS', 'EMAIL'],
  retryUnknown: false,
} as const;

/** Opens the family's visit: its time, the map, the calendar file, the free half-hours. */
export const visitLink = (enquiryId: string) =>
  ({ purpose: 'enquiry.visit', subjectId: enquiryId, subjectKind: 'enquiry' }) as const;

/** The link of a message that has a place for one. */
export const linkFor = (kind: string, enquiryId: string) =>
  visitMessages.find((one) => one.key === kind)?.en.includes('{link}') ? { link: visitLink(enquiryId) } : {};

/** What a family is told around its visit, and what a counsellor sends from the working screen (enquiries.md 6). */
export const visitMessages = [
  message({
    key: 'enquiries.visit',
    ...toParent,
    urgency: 'NOW',
    variables: ['brand', 'centre', 'date', 'time', 'link'],
    subject: 'Your visit to {brand} {centre}',
    en: 'Your visit to {brand} {centre} is on {date} at {time}. Map, calendar, another time: {link} Reply STOP to end.',
    hi: '{brand} {centre} में आपकी मुलाकात {date} को {time} बजे है। नक्शा, कैलेंडर, दूसरा समय: {link} बंद करने के लिए STOP लिखें।',
  }),
  message({
    key: 'enquiries.visit-moved',
    ...toParent,
    urgency: 'NOW',
    variables: ['brand', 'centre', 'date', 'time', 'link'],
    subject: 'Your visit to {brand} {centre} has a new time',
    en: 'Your visit to {brand} {centre} is now on {date} at {time}. Map, calendar, another time: {link} Reply STOP to end.',
    hi: '{brand} {centre} में आपकी मुलाकात अब {date} को {time} बजे है। नक्शा, कैलेंडर, दूसरा समय: {link} बंद करने के लिए STOP लिखें।',
  }),
  message({
    key: 'enquiries.remind-visit',
    ...toParent,
    urgency: 'NOW',
    variables: ['brand', 'centre', 'date', 'time', 'link'],
    subject: 'See you at {brand} {centre}',
    en: 'We look forward to your visit to {brand} {centre} on {date} at {time}. Map or another time: {link}',
    hi: '{brand} {centre} में {date} को {time} बजे आपका इंतज़ार रहेगा। नक्शा या दूसरा समय: {link}',
  }),
  message({
    key: 'enquiries.no-show',
    ...toParent,
    urgency: 'ROUTINE',
    variables: ['brand', 'centre', 'link'],
    subject: 'We missed you at {brand} {centre}',
    en: 'We missed you at {brand} {centre}. Choose another time: {link} Reply STOP to end.',
    hi: '{brand} {centre} में आपसे मुलाकात नहीं हो पाई। दूसरा समय चुनें: {link} बंद करने के लिए STOP लिखें।',
  }),
  message({
    key: 'enquiries.thanks',
    ...toParent,
    urgency: 'ROUTINE',
    variables: ['brand', 'centre', 'child', 'phone'],
    subject: 'It was good to meet you',
    en: 'It was good to meet you and {child} at {brand} {centre}. Questions? {phone}. Reply STOP to end.',
    hi: '{brand} {centre} में आपसे और {child} से मिलकर अच्छा लगा। कोई सवाल? {phone}। बंद करने के लिए STOP लिखें।',
  }),
  message({
    key: 'enquiries.could-not-reach',
    ...toParent,
    urgency: 'ROUTINE',
    variables: ['brand', 'centre', 'phone'],
    subject: '{brand} {centre} tried to call you',
    en: 'We tried to call you about your enquiry at {brand} {centre}. When may we call? {phone}. Reply STOP to end.',
    hi: '{brand} {centre} में आपकी पूछताछ के बारे में हमने फ़ोन किया था। कब फ़ोन करें? {phone}। बंद करने के लिए STOP लिखें।',
  }),
  message({
    key: 'enquiries.invite',
    ...toParent,
    urgency: 'ROUTINE',
    variables: ['brand', 'centre', 'child', 'link'],
    subject: 'Come and see {brand} {centre}',
    en: 'We would like to show you and {child} around at {brand} {centre}. Choose your time: {link} Reply STOP to end.',
    hi: 'हम आपको और {child} को {brand} {centre} दिखाना चाहते हैं। अपना समय चुनें: {link} बंद करने के लिए STOP लिखें।',
  }),
  message({
    key: 'enquiries.details',
    ...toParent,
    urgency: 'ROUTINE',
    variables: ['brand', 'centre', 'class', 'phone'],
    subject: 'About {class} at {brand} {centre}',
    en: 'Thank you for talking to us about {class} at {brand} {centre}. We are glad to show you around: {phone}. Reply STOP to end.',
    hi: '{brand} {centre} में {class} के बारे में बात करने के लिए धन्यवाद। आकर देखने के लिए {phone} पर फ़ोन करें। बंद करने के लिए STOP लिखें।',
  }),
];
