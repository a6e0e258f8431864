import { routeAssignmentContract } from './route-assignment.contract.ts';
import { routeAssignments } from './route-assignment.listing.ts';

export const assignmentContracts = [routeAssignments.endpoints, routeAssignmentContract] as const;
