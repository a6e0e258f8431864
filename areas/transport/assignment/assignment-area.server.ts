import { registerAssignmentHistory } from './assignment-history.server.ts';
import { handlers } from './route-assignment.listing.server.ts';

registerAssignmentHistory();

export const assignmentFiles = [handlers, await import('./assign.server.ts')];
