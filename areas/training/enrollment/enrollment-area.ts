import { enrollmentContract } from './enrollment.contract.ts';
import { enrollments } from './enrollment.listing.ts';

export const enrollmentContracts = [enrollmentContract, enrollments.endpoints];
