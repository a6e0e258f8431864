import { feedbackContract } from './feedback.contract.ts';

export const feedbackContracts = [feedbackContract];
