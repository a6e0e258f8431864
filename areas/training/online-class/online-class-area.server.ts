import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import { tickJob } from './online-class-tick.server.ts';

export const onlineClassFiles = [
  await import('./class-link.server.ts'),
  await import('./class-room.server.ts'),
  await import('./my-classes.server.ts'),
  await import('./online-class.listing.server.ts'),
  await import('./online-class.server.ts'),
];

export const onlineClassExtras: Pick<AreaExtras, 'jobs'> = { jobs: [tickJob] };
