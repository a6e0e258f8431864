import { modules } from '@aangan/contract/area.ts';

/** Module names of the communication area that are in use (areas/README §5.1). */
export const communicationModules = modules({
  sendSMS: { title: 'Send SMS' },
  sendEmail: { title: 'Send e-mail' },
  communicationTemplates: { title: 'Communication templates' },
});
