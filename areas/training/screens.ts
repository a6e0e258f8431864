import { recordScreens, screens } from '@aangan/contract/screens.ts';
import { teacherAssessment } from './assessment/teacher-assessment.record.ts';
import { attendanceScreens } from './attendance/attendance-screens.ts';
import { enrollmentScreens } from './enrollment/enrollment-screens.ts';
import { feedbackScreens } from './feedback/feedback-screens.ts';
import { learnerScreens } from './learner/learner-screens.ts';
import { teacherModule } from './module/teacher-module.record.ts';
import { onlineClassScreens } from './online-class/online-class-screens.ts';
import { performanceScreens } from './performance/performance-screens.ts';
import { responseScreens } from './response/response-screens.ts';
import { seatScreens } from './seat/seat-screens.ts';
import { teacherTrainingTopic } from './topic/teacher-training-topic.record.ts';
import { topicScreens } from './topic/topic-screens.ts';
import { trainingScreenList } from './training/training-screens.ts';

export const trainingScreens = screens(
  'training',
  'Training',
  {
    ...topicScreens,
    ...enrollmentScreens,
    ...trainingScreenList,
    ...seatScreens,
    ...responseScreens,
    ...attendanceScreens,
    ...feedbackScreens,
    ...learnerScreens,
    ...performanceScreens,
    ...onlineClassScreens,
  },
  [
    ...recordScreens(teacherModule),
    ...recordScreens(teacherTrainingTopic),
    ...recordScreens(teacherAssessment),
  ],
);
