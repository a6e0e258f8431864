import * as confirmWow from './confirm-wow.server.ts';
import * as decideWow from './decide-wow.server.ts';
import * as initiateWow from './initiate-wow.server.ts';
import * as wowFigures from './wow-figures.server.ts';
import { registerWowHistory } from './wow-history.server.ts';
import * as wowListing from './wow-order.listing.server.ts';

registerWowHistory();

export const wowServer = [wowListing, initiateWow, decideWow, confirmWow, wowFigures] as const;
