import * as inbound from './inbound.server.ts';
import * as inboundImport from './inbound-import.server.ts';
import * as stockListing from './stock.listing.server.ts';
import * as stockCommands from './stock-commands.server.ts';

export const stockServer = [stockListing, stockCommands, inbound, inboundImport] as const;
