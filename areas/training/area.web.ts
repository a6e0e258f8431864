import { loadScreens } from '@aangan/web/screens.ts';
import { assessmentLoads } from './assessment/assessment.web.ts';
import { enrollmentLoads } from './enrollment/enrollment.web.ts';
import { moduleLoads } from './module/module.web.ts';
import { trainingScreens } from './screens.ts';
import { topicLoads, topicRecordLoads } from './topic/topic.web.ts';
import { trainingLoads } from './training/training.web.ts';

export const trainingWeb = loadScreens(
  trainingScreens,
  { ...topicLoads, ...enrollmentLoads, ...trainingLoads },
  [moduleLoads, topicRecordLoads, assessmentLoads],
);
