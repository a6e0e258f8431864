import { message } from '@aangan/contract/area.ts';

const toFamily = {
  category: 'TRANSACTIONAL',
  urgency: 'ROUTINE',
  channels: ['SMS', 'WHATSAPP', 'EMAIL'],
  retryUnknown: true,
} as const;
const toApplicant = { ...toFamily, audience: 'CONTACT' } as const;

/** What families are told on the way in (admissions.md 6). */
export const admissionMessages = [
  message({
    key: 'admissions.application-link',
    ...toApplicant,
    urgency: 'NOW',
    variables: ['parent', 'child', 'date', 'link'],
    subject: 'Application form of {child}',
    en: 'Dear {parent}, the application form of {child} is ready: {link} Valid until {date}.',
    hi: 'नमस्ते {parent}, {child} का आवेदन पत्र तैयार है: {link} {date} तक मान्य।',
  }),
  message({
    key: 'admissions.registration-link',
    ...toApplicant,
    urgency: 'NOW',
    variables: ['child', 'date', 'link'],
    subject: 'Registration form of {child}',
    en: 'The registration form of {child} is ready: {link} Valid until {date}.',
    hi: '{child} का पंजीकरण पत्र तैयार है: {link} {date} तक मान्य।',
  }),
  message({
    key: 'admissions.admission-link',
    ...toApplicant,
    urgency: 'NOW',
    variables: ['child', 'date', 'link'],
    subject: 'Admission form of {child}',
    en: 'Admission form of {child}: {link} Valid until {date}.',
    hi: '{child} का प्रवेश पत्र: {link} {date} तक मान्य।',
  }),
  message({
    key: 'admissions.form-returned',
    ...toApplicant,
    urgency: 'NOW',
    variables: ['child', 'link'],
    subject: 'Please correct the form of {child}',
    en: 'Please correct some points in {child}’s form: {link}',
    hi: 'कृपया {child} के फ़ॉर्म में कुछ बातें सुधारें: {link}',
  }),
  message({
    key: 'admissions.waitlisted',
    ...toApplicant,
    variables: ['child', 'class', 'place'],
    subject: '{child} is on the waiting list',
    en: '{child} is on the waiting list of {class}, place {place}. We tell you when a seat is free.',
    hi: '{child} {class} की प्रतीक्षा सूची में है, स्थान {place}। सीट खाली होने पर हम बताएँगे।',
  }),
  message({
    key: 'admissions.seat-offer',
    ...toApplicant,
    urgency: 'NOW',
    variables: ['child', 'class', 'dateTime', 'link'],
    subject: 'A seat for {child}',
    en: 'A seat in {class} is free for {child} until {dateTime}. Accept: {link}',
    hi: '{child} के लिए {class} में सीट {dateTime} तक खाली है। स्वीकार करें: {link}',
  }),
  message({
    key: 'admissions.registered',
    ...toApplicant,
    urgency: 'NOW',
    variables: ['child', 'class', 'date', 'link'],
    subject: 'A seat is kept for {child}',
    en: '{child}’s seat in {class} is held until {date}. Registration: {link}',
    hi: '{class} में {child} की सीट {date} तक सुरक्षित है। पंजीकरण: {link}',
  }),
  message({
    key: 'admissions.hold-lapsed',
    ...toApplicant,
    variables: ['child', 'date'],
    subject: 'The seat of {child}',
    en: 'The seat held for {child} ended on {date}. Call your centre if you still want it.',
    hi: '{child} के लिए रखी सीट {date} को समाप्त हुई। अब भी चाहिए तो केंद्र को कॉल करें।',
  }),
  message({
    key: 'admissions.admitted',
    ...toFamily,
    audience: 'FAMILY',
    variables: ['child', 'class', 'centre', 'date', 'no'],
    subject: '{child} is admitted',
    en: 'Welcome! {child} is admitted to {class} at {centre} from {date}. Admission no. {no}.',
    hi: 'स्वागत है! {child} का {centre} में {class} के लिए {date} से प्रवेश हो गया है। प्रवेश संख्या {no}।',
  }),
];
