import { trainingContract } from './training.contract.ts';
import { trainings } from './training.listing.ts';

export const trainingContracts = [trainingContract, trainings.endpoints];
