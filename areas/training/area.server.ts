import { serve } from '@aangan/server/endpoint/handle.ts';
import { training } from './area.ts';
import { assessmentFiles } from './assessment/assessment-area.server.ts';
import { enrollmentExtras, enrollmentFiles } from './enrollment/enrollment-area.server.ts';
import { moduleFiles } from './module/module-area.server.ts';
import { topicFiles } from './topic/topic-area.server.ts';

export const trainingServer = serve(
  training,
  [...moduleFiles, ...topicFiles, ...assessmentFiles, ...enrollmentFiles],
  { jobs: [...(enrollmentExtras.jobs ?? [])] },
);
