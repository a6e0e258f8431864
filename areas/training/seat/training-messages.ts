import { message } from '@aangan/contract/area.ts';

const toStaff = {
  category: 'SERVICE',
  audience: 'STAFF',
  urgency: 'ROUTINE',
  channels: ['APP', 'EMAIL'],
  retryUnknown: false,
} as const;
const toGuest = {
  category: 'TRANSACTIONAL',
  audience: 'CONTACT',
  urgency: 'NOW',
  channels: ['SMS', 'WHATSAPP', 'EMAIL'],
  retryUnknown: true,
} as const;
const when = ['title', 'date', 'from', 'to'] as const;

/** What people hear of trainings (areas/training.md 6). */
export const trainingMessages = [
  message({
    ...toStaff,
    key: 'training.invited',
    variables: when,
    subject: 'You are invited: {title}',
    en: '{title} on {date}, {from} to {to}. Answer under Trainings.',
    hi: '{title}: {date}, {from} से {to} तक। ट्रेनिंग में उत्तर दें।',
  }),
  message({
    ...toStaff,
    urgency: 'NOW',
    key: 'training.seat-free',
    variables: when,
    subject: 'A place is free: {title}',
    en: 'You have a place in {title} on {date}, {from} to {to}.',
    hi: '{title} में आपकी जगह है: {date}, {from} से {to} तक।',
  }),
  message({
    ...toStaff,
    key: 'training.reminder',
    variables: when,
    subject: 'Please answer: {title}',
    en: 'Do you come to {title} on {date}, {from} to {to}? Answer under Trainings.',
    hi: 'क्या आप {title} में आएँगे: {date}, {from} से {to} तक? ट्रेनिंग में उत्तर दें।',
  }),
  message({
    ...toStaff,
    key: 'training.withdrawn',
    variables: [...when, 'reason'],
    subject: 'You are withdrawn from {title}',
    en: 'You do not take part in {title} on {date}, {from} to {to}: {reason}',
    hi: 'आप {title} में भाग नहीं लेंगे ({date}, {from} से {to}): {reason}',
  }),
  message({
    ...toStaff,
    urgency: 'NOW',
    key: 'training.moved',
    variables: when,
    subject: '{title} has moved',
    en: '{title} is now on {date}, {from} to {to}. Please answer again under Trainings.',
    hi: '{title} अब {date}, {from} से {to} तक है। कृपया फिर से उत्तर दें।',
  }),
  message({
    ...toStaff,
    urgency: 'NOW',
    key: 'training.cancelled',
    variables: [...when, 'reason'],
    subject: '{title} is cancelled',
    en: '{title} on {date}, {from} to {to} is cancelled: {reason}',
    hi: '{title} ({date}, {from} से {to}) रद्द है: {reason}',
  }),
  message({
    ...toStaff,
    urgency: 'NOW',
    key: 'training.stays-away',
    variables: ['name', 'title', 'reason'],
    subject: '{name} does not come to {title}',
    en: '{name} had accepted {title} and does not come: {reason}',
    hi: '{name} ने {title} स्वीकार किया था और नहीं आएँगे: {reason}',
  }),
  message({
    ...toGuest,
    key: 'training.guest',
    variables: [...when, 'link'],
    subject: 'Invitation: {title}',
    en: 'You are invited to teach {title} on {date}, {from} to {to}. Answer and join here: {link}',
    hi: 'आपको {title} पढ़ाने के लिए आमंत्रित किया गया है: {date}, {from} से {to}। उत्तर दें और जुड़ें: {link}',
  }),
  message({
    ...toGuest,
    key: 'training.guest-cancelled',
    variables: [...when, 'reason'],
    subject: '{title} is cancelled',
    en: '{title} on {date}, {from} to {to} is cancelled: {reason}',
    hi: '{title} ({date}, {from} से {to}) रद्द है: {reason}',
  }),
];
