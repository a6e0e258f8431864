import { area } from '@aangan/contract/area.ts';
import { assessmentContracts, assessmentRecords } from './assessment/assessment-area.ts';
import { attendanceContracts } from './attendance/attendance-area.ts';
import { certificateContracts, certificateMessages } from './certificate/certificate-area.ts';
import { enrollmentContracts } from './enrollment/enrollment-area.ts';
import { feedbackContracts } from './feedback/feedback-area.ts';
import { trainingGate } from './gate/training-gate.record.ts';
import { learnerContracts } from './learner/learner-area.ts';
import { meetingContracts } from './meeting/meeting-area.ts';
import { moduleContracts, moduleRecords } from './module/module-area.ts';
import { trainingModules } from './modules.ts';
import { onlineClassContracts } from './online-class/online-class-area.ts';
import { onlineClassMessages } from './online-class/online-class-messages.ts';
import { performanceContracts } from './performance/performance-area.ts';
import { teacherProgress } from './progress/teacher-progress.listing.ts';
import { reportContracts } from './report/report-area.ts';
import { responseContracts } from './response/response-area.ts';
import { trainingScreens } from './screens.ts';
import { seatContracts, trainingMessages } from './seat/seat-area.ts';
import { topicContracts, topicRecords } from './topic/topic-area.ts';
import { trainingContracts } from './training/training-area.ts';

export const training = area({
  ...trainingScreens,
  modules: trainingModules.$info,
  records: [trainingGate, ...moduleRecords, ...topicRecords, ...assessmentRecords],
  contracts: [
    ...moduleContracts,
    ...topicContracts,
    ...assessmentContracts,
    ...enrollmentContracts,
    ...trainingContracts,
    ...seatContracts,
    ...responseContracts,
    ...meetingContracts,
    ...attendanceContracts,
    ...feedbackContracts,
    ...learnerContracts,
    ...certificateContracts,
    ...performanceContracts,
    ...onlineClassContracts,
    ...reportContracts,
    teacherProgress.endpoints,
  ],
  messages: [...trainingMessages, ...certificateMessages, ...onlineClassMessages],
  personalData: [
    {
      table: 'training_certificate',
      subject: 'USER',
      columns: ['snapshot'],
      on: 'keep',
      basis: 'what a person was certified for, as it stands on paper',
    },
    {
      table: 'training_trainer',
      subject: 'CONTACT',
      columns: ['name', 'mobile', 'email'],
      on: 'keep',
      basis: 'who taught stands in the record of a training',
    },
  ],
});
