import * as challan from './challan.server.ts';
import * as listings from './dispatch.listing.server.ts';
import * as gateOut from './gate-out.server.ts';
import * as labels from './labels.server.ts';
import * as packing from './packing.server.ts';
import { printWorkers } from './print-documents.server.ts';

export const dispatchServer = [listings, packing, labels, challan, gateOut] as const;
export const dispatchOutbox = printWorkers;
