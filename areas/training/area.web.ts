import { loadScreens } from '@aangan/web/screens.ts';
import { assessmentLoads } from './assessment/assessment.web.ts';
import { attendanceLoads } from './attendance/attendance.web.ts';
import { enrollmentLoads } from './enrollment/enrollment.web.ts';
import { feedbackLoads } from './feedback/feedback.web.ts';
import { learnerLoads } from './learner/learner.web.ts';
import { moduleLoads } from './module/module.web.ts';
import { onlineClassLoads } from './online-class/online-class.web.ts';
import { performanceLoads } from './performance/performance.web.ts';
import { responseLoads } from './response/response.web.ts';
import { trainingScreens } from './screens.ts';
import { seatLoads } from './seat/seat.web.ts';
import { topicLoads, topicRecordLoads } from './topic/topic.web.ts';
import { trainingLoads } from './training/training.web.ts';

export const trainingWeb = loadScreens(
  trainingScreens,
  {
    ...topicLoads,
    ...enrollmentLoads,
    ...trainingLoads,
    ...seatLoads,
    ...responseLoads,
    ...attendanceLoads,
    ...feedbackLoads,
    ...learnerLoads,
    ...performanceLoads,
    ...onlineClassLoads,
  },
  [moduleLoads, topicRecordLoads, assessmentLoads],
);
