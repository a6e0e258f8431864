import { modules } from '@aangan/contract/area.ts';

/** Live trainings, their making, report, marks and registration; self-training and its authoring; online classes (areas/training.md 1). */
export const trainingModules = modules({
  trainingByTrainers: { title: 'Training by trainers', staffApproval: true },
  trainingByTrainersCreate: { title: 'Training by trainers create' },
  trainingByTrainersReport: { title: 'Training by trainers report' },
  trainingByTrainersMarkAttendance: { title: 'Training by trainers mark attendance' },
  trainingRegisterStaff: { title: 'Training register staff' },
  selfTraining: { title: 'Self training' },
  teacherModule: { title: 'Teacher module' },
  teacherAssessment: { title: 'Teacher assessment' },
  teacherTrainingTopic: { title: 'Teacher training topic' },
  teacherEnrollment: { title: 'Teacher enrollment' },
  approveTeacherEnrollment: { title: 'Approve teacher enrollment' },
  teacherPerformance: { title: 'Teacher performance' },
  publicTraining: { title: 'Public training', publicOnly: true },
  publicOnlineClass: { title: 'Public online class', publicOnly: true },
  onlineClass: { title: 'Online class', staffApproval: true },
  myClasses: { title: 'My classes', staffApproval: true },
});
