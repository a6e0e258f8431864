import { part } from '@aangan/web/part.ts';

/** Sends what audits keep on this device; fetched only where something waits. */
export const sendAudits = (): Promise<void> =>
  import('./runner/send-audits.web.ts').then((sender) => sender.sendAudits());

/** Audits of this device with what is not sent of them, for the drawer beside the name. */
export const AuditsHere = part(() => import('./runner/audits-here.tsx'), 'AuditsHere');
