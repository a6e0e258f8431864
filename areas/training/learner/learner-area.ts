import { learnerContract } from './learner.contract.ts';

export const learnerContracts = [learnerContract];
