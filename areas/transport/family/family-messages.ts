import { message } from '@aangan/contract/area.ts';

const toFamily = {
  category: 'SERVICE',
  audience: 'FAMILY',
  urgency: 'NOW',
  channels: ['APP', 'WHATSAPP', 'SMS'],
  retryUnknown: true,
} as const;

/** What families hear of the bus (areas/transport.md 6). */
export const familyMessages = [
  message({
    ...toFamily,
    key: 'transport.started',
    variables: ['child', 'route', 'stop', 'time'],
    subject: 'Bus {route} is on its way',
    en: 'Bus {route} has started. It is expected for {child} at {stop} at {time}.',
    hi: 'बस {route} चल पड़ी है। {child} के लिए {stop} पर {time} बजे पहुँचने का अनुमान है।',
  }),
  message({
    ...toFamily,
    key: 'transport.boarded',
    variables: ['child', 'route', 'time'],
    subject: '{child} is on the bus',
    en: '{child} got on bus {route} at {time}.',
    hi: '{child} {time} पर बस {route} में बैठ गए।',
  }),
  message({
    ...toFamily,
    key: 'transport.reached',
    variables: ['child', 'route', 'time'],
    subject: '{child} has arrived',
    en: '{child} got off bus {route} at the centre at {time}.',
    hi: '{child} {time} पर बस {route} से केंद्र पहुँच गए।',
  }),
  message({
    ...toFamily,
    key: 'transport.handed-over',
    variables: ['child', 'receiver', 'time'],
    subject: '{child} was handed over',
    en: '{child} was handed over to {receiver} at {time}.',
    hi: '{child} को {time} पर {receiver} को सौंप दिया गया।',
  }),
  message({
    ...toFamily,
    key: 'transport.no-show',
    variables: ['child', 'route', 'time'],
    subject: '{child} did not get on the bus',
    en: '{child} was not there for bus {route} at {time}. Call the centre if this surprises you.',
    hi: '{child} {time} पर बस {route} के लिए नहीं मिले। यदि यह अप्रत्याशित है तो केंद्र को फ़ोन करें।',
  }),
  message({
    ...toFamily,
    key: 'transport.returned',
    variables: ['child', 'route', 'time'],
    subject: '{child} is back at the centre',
    en: 'Nobody came for {child} from bus {route}. {child} is back at the centre since {time}. Please call the centre.',
    hi: 'बस {route} से {child} को लेने कोई नहीं आया। {child} {time} से केंद्र में हैं। कृपया केंद्र को फ़ोन करें।',
  }),
  message({
    ...toFamily,
    key: 'transport.cancelled',
    variables: ['child', 'route', 'date', 'time', 'reason'],
    subject: 'Bus {route} is cancelled',
    en: 'Bus {route} of {child} on {date} at {time} does not run: {reason}',
    hi: '{child} की बस {route}, {date} {time} बजे, नहीं चलेगी: {reason}',
  }),
];
