import { planContract, windowContract } from './plan.contract.ts';

export const planContracts = [planContract, windowContract];
