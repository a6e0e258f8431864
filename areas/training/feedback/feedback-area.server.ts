import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import { fileFeedbackJob } from './file-feedback.server.ts';

export const feedbackFiles = [
  await import('./feedback.server.ts'),
  await import('./trainer-feedback.server.ts'),
];

export const feedbackExtras: Pick<AreaExtras, 'jobs'> = { jobs: [fileFeedbackJob] };
