import { meetingInfoContract, trainingContract } from './training.contract.ts';
import { trainings } from './training.listing.ts';

export const trainingContracts = [trainingContract, meetingInfoContract, trainings.endpoints];
