import * as allocationCommands from './allocation-commands.server.ts';
import * as allocationImport from './allocation-import.server.ts';
import { entitleWorker } from './entitle-worker.server.ts';
import * as allocationListing from './kit-allocation.listing.server.ts';

export const allocationServer = [allocationListing, allocationCommands, allocationImport] as const;
export const allocationOutbox = { 'orders.entitle-kits': entitleWorker } as const;
