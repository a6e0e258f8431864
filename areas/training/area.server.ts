import { serve } from '@aangan/server/endpoint/handle.ts';
import { training } from './area.ts';
import { assessmentFiles } from './assessment/assessment-area.server.ts';
import { enrollmentExtras, enrollmentFiles } from './enrollment/enrollment-area.server.ts';
import { moduleFiles } from './module/module-area.server.ts';
import { topicFiles } from './topic/topic-area.server.ts';
import { trainingExtras, trainingFiles } from './training/training-area.server.ts';

export const trainingServer = serve(
  training,
  [
    ...moduleFiles,
    ...topicFiles,
    ...assessmentFiles,
    ...enrollmentFiles,
    ...trainingFiles,
    await import('./progress/teacher-progress.server.ts'),
  ],
  { jobs: [...(enrollmentExtras.jobs ?? []), ...(trainingExtras.jobs ?? [])] },
);
