import { message } from '@aangan/contract/area.ts';

/** A link and no file: what stands in it is read signed in (areas/reports.md, story 15). */
export const reportMessages = [
  message({
    key: 'reports.schedule-mail',
    category: 'SERVICE',
    urgency: 'ROUTINE',
    audience: 'STAFF',
    channels: ['EMAIL', 'APP'],
    variables: ['name', 'rows'],
    subject: '{name}',
    en: '{name} is ready: {rows} rows, as far as you may see them. Sign in and open Reports, My exports. The file is kept for seven days.',
    hi: '{name} तैयार है: {rows} पंक्तियाँ, जितनी आप देख सकते हैं। साइन इन करें और रिपोर्ट में मेरे निर्यात खोलें। फ़ाइल सात दिन तक रखी जाती है।',
    retryUnknown: false,
  }),
];
