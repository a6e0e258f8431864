import { handlers } from './destination-log.listing.server.ts';
import { makeTripsJob } from './make-trips.server.ts';
import { expireTracksJob } from './track.server.ts';
import { watchTripsJob } from './watch-trips.server.ts';

export const tripFiles = [
  await import('./board.server.ts'),
  await import('./due-trips.server.ts'),
  await import('./make-trips.server.ts'),
  await import('./run.server.ts'),
  await import('./start-trip.server.ts'),
  await import('./scan.server.ts'),
  await import('./end-trip.server.ts'),
  await import('./change-trip.server.ts'),
  await import('./alarm.server.ts'),
  await import('./actual-route.server.ts'),
  await import('./track.server.ts'),
  handlers,
];
export const tripJobs = [makeTripsJob, watchTripsJob, expireTracksJob];
