import { certificateType } from './certificate-type.record.ts';
import { moduleContract } from './module.contract.ts';
import { trainingModuleList } from './module.listing.ts';
import { teacherModule } from './teacher-module.record.ts';
import { trainingCategory } from './training-category.record.ts';
import { trainingFeedbackQuestion } from './training-feedback-question.record.ts';

export const moduleRecords = [
  teacherModule,
  certificateType,
  trainingCategory,
  trainingFeedbackQuestion,
] as const;
export const moduleContracts = [moduleContract, trainingModuleList.endpoints];
