import * as bomListing from './bom.listing.server.ts';
import { registerBomHistory } from './bom-history.server.ts';
import * as decideBom from './decide-bom.server.ts';
import * as writeBom from './write-bom.server.ts';

registerBomHistory();

export const bomServer = [bomListing, writeBom, decideBom] as const;
