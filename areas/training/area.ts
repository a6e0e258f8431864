import { area } from '@aangan/contract/area.ts';
import { assessmentContracts, assessmentRecords } from './assessment/assessment-area.ts';
import { enrollmentContracts } from './enrollment/enrollment-area.ts';
import { moduleContracts, moduleRecords } from './module/module-area.ts';
import { trainingModules } from './modules.ts';
import { teacherProgress } from './progress/teacher-progress.listing.ts';
import { trainingScreens } from './screens.ts';
import { topicContracts, topicRecords } from './topic/topic-area.ts';
import { trainingContracts } from './training/training-area.ts';

export const training = area({
  ...trainingScreens,
  modules: trainingModules.$info,
  records: [...moduleRecords, ...topicRecords, ...assessmentRecords],
  contracts: [
    ...moduleContracts,
    ...topicContracts,
    ...assessmentContracts,
    ...enrollmentContracts,
    ...trainingContracts,
    teacherProgress.endpoints,
  ],
});
