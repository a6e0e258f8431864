import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import { registerEnrollmentHistory } from './enrollment-history.server.ts';
import { lapseJob } from './lapse.server.ts';

registerEnrollmentHistory();

export const enrollmentFiles = [
  await import('./enrollment.listing.server.ts'),
  await import('./enrollment.server.ts'),
];

export const enrollmentExtras: Pick<AreaExtras, 'jobs'> = { jobs: [lapseJob] };
