import { recordScreens, screens } from '@aangan/contract/screens.ts';
import { teacherAssessment } from './assessment/teacher-assessment.record.ts';
import { enrollmentScreens } from './enrollment/enrollment-screens.ts';
import { teacherModule } from './module/teacher-module.record.ts';
import { teacherTrainingTopic } from './topic/teacher-training-topic.record.ts';
import { topicScreens } from './topic/topic-screens.ts';
import { trainingScreenList } from './training/training-screens.ts';

export const trainingScreens = screens(
  'training',
  'Training',
  { ...topicScreens, ...enrollmentScreens, ...trainingScreenList },
  [
    ...recordScreens(teacherModule),
    ...recordScreens(teacherTrainingTopic),
    ...recordScreens(teacherAssessment),
  ],
);
