import { assessmentContract, questionContract } from './assessment.contract.ts';
import { questionImport } from './question-import.contract.ts';
import { teacherAssessment } from './teacher-assessment.record.ts';

export const assessmentRecords = [teacherAssessment] as const;
export const assessmentContracts = [assessmentContract, questionContract, questionImport.endpoints];
