import { dayNoteContract, deliveryContract, sectionPlanContract } from './delivery.contract.ts';
import { sectionPlans } from './section-plan.listing.ts';

export const deliveryContracts = [
  sectionPlanContract,
  deliveryContract,
  dayNoteContract,
  sectionPlans.endpoints,
];
