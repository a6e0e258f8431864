import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import { tickJob } from './training-tick.server.ts';

export const trainingFiles = [
  await import('./training.listing.server.ts'),
  await import('./training.server.ts'),
  await import('./write-training.server.ts'),
];

export const trainingExtras: Pick<AreaExtras, 'jobs'> = { jobs: [tickJob] };
