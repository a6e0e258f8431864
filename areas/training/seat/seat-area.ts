import { registrations } from './registration.listing.ts';
import { seatContract } from './seat.contract.ts';

export { trainingMessages } from './training-messages.ts';
export const seatContracts = [seatContract, registrations.endpoints];
