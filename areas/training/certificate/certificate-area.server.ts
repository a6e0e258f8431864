import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import { certifyWorker } from './certify.server.ts';
import { remindExpiryJob } from './remind-expiry.server.ts';

export const certificateFiles = [
  await import('./certificate.listing.server.ts'),
  await import('./certificate.server.ts'),
];

export const certificateExtras: Pick<AreaExtras, 'outbox' | 'jobs'> = {
  jobs: [remindExpiryJob],
  outbox: { 'training.certify': certifyWorker },
};
