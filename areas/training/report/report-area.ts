import { trainerFeedbackReport, trainingReport } from './training-report.contract.ts';

export const reportContracts = [trainingReport.endpoints, trainerFeedbackReport.endpoints];
