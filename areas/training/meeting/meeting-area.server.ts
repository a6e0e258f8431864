import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import { sweepJob } from './meeting-sweep.server.ts';

export const meetingFiles = [await import('./meeting.server.ts'), await import('./meeting-host.server.ts')];

export const meetingExtras: Pick<AreaExtras, 'jobs'> = { jobs: [sweepJob] };
