import { registerDestinationHistory } from './destination-history.server.ts';
import { handlers } from './student-destination.listing.server.ts';

registerDestinationHistory();

export const destinationFiles = [handlers, await import('./assign-destination.server.ts')];
