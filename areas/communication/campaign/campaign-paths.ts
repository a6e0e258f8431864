import { communicationModules as m } from '../modules.ts';

export const campaignScreens = {
  '/communications/sms': { title: 'Send SMS', module: m.sendSMS, write: true },
  '/communications/email': { title: 'E-mail', module: m.sendEmail },
  '/communications/email/send': { title: 'Send e-mail', module: m.sendEmail, write: true },
} as const;
