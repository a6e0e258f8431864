import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import { expireJob } from './attempt.server.ts';

export const learnerFiles = [
  await import('./learner-home.server.ts'),
  await import('./learner.server.ts'),
  await import('./due-modules.server.ts'),
  await import('./attempt.server.ts'),
];

export const learnerExtras: Pick<AreaExtras, 'jobs'> = { jobs: [expireJob] };
