import { message } from '@aangan/contract/area.ts';

const toFamily = {
  category: 'TRANSACTIONAL',
  urgency: 'ROUTINE',
  audience: 'CONTACT',
  channels: ['SMS', 'WHATSAPP', 'EMAIL'],
  retryUnknown: true,
} as const;

/** What families are told about a service (areas/services.md 6). */
export const servicesMessages = [
  message({
    key: 'services.quote',
    ...toFamily,
    urgency: 'NOW',
    variables: ['service', 'child', 'date', 'until', 'firstPaise', 'totalPaise'],
    subject: '{service} for {child}',
    en: '{service} for {child} from {date}: first {firstPaise}, {totalPaise} in all until {until}. Call your centre to take it.',
    hi: '{child} के लिए {service} {date} से: पहले {firstPaise}, {until} तक कुल {totalPaise}। लेने के लिए केंद्र को फ़ोन करें।',
  }),
  message({
    key: 'services.approved',
    ...toFamily,
    urgency: 'NOW',
    variables: ['service', 'child', 'amountPaise', 'date', 'link'],
    subject: '{service} for {child} is approved',
    en: '{service} for {child} is approved. Pay {amountPaise}: {link} The seat is held until {date}.',
    hi: '{child} के लिए {service} स्वीकृत है। {amountPaise} भरें: {link} सीट {date} तक सुरक्षित है।',
  }),
  message({
    key: 'services.active',
    ...toFamily,
    variables: ['service', 'child', 'date'],
    subject: '{service} for {child} begins',
    en: '{service} for {child} starts on {date}.',
    hi: '{child} के लिए {service} {date} से शुरू है।',
  }),
  message({
    key: 'services.hold-ending',
    ...toFamily,
    urgency: 'NOW',
    variables: ['service', 'child', 'date', 'link'],
    subject: 'The seat of {child} in {service}',
    en: 'The seat for {child} in {service} is held until {date}. Pay here: {link}',
    hi: '{service} में {child} की सीट {date} तक सुरक्षित है। यहाँ भरें: {link}',
  }),
  message({
    key: 'services.waitlist-offer',
    ...toFamily,
    urgency: 'NOW',
    variables: ['service', 'child', 'until'],
    subject: 'A seat for {child} in {service}',
    en: 'A seat is free in {service} for {child}. Tell your centre by {until} that you take it.',
    hi: '{service} में {child} के लिए एक सीट खाली है। {until} तक केंद्र को बताएँ।',
  }),
  message({
    key: 'services.paused',
    ...toFamily,
    variables: ['service', 'child', 'date', 'until', 'amountPaise'],
    subject: '{service} for {child} pauses',
    en: '{service} for {child} pauses from {date} to {until}. {amountPaise} less to pay.',
    hi: '{child} के लिए {service} {date} से {until} तक बंद रहेगी। {amountPaise} कम देने हैं।',
  }),
  message({
    key: 'services.stopped',
    ...toFamily,
    variables: ['service', 'child', 'date'],
    subject: '{service} for {child} ends',
    en: '{service} for {child} ends on {date}.',
    hi: '{child} के लिए {service} {date} को समाप्त है।',
  }),
];
