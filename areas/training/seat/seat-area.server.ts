import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import { promoteWorker } from './promote.server.ts';
import { changedWorker } from './training-changed.server.ts';

export const seatFiles = [
  await import('./registration.listing.server.ts'),
  await import('./seat.queries.server.ts'),
  await import('./seat.server.ts'),
];

export const seatExtras: Pick<AreaExtras, 'outbox'> = {
  outbox: { 'training.promote': promoteWorker, 'training.changed': changedWorker },
};
