import { missJob } from './miss-visits.server.ts';

export const scheduleJobs = [missJob] as const;
export const scheduleFiles = [
  await import('./ams-visit.listing.server.ts'),
  await import('./move-visit.server.ts'),
  await import('./approve-schedule.server.ts'),
  await import('./month.server.ts'),
  await import('./plan-month.server.ts'),
];
