import { registerNoteCause } from '../../finance/public.server.ts';
import { claimClose } from './claim-close.server.ts';
import { claimHomeCards, describeClaim, registerClaimHistory } from './claim-extras.server.ts';
import * as page from './claim-page.server.ts';
import { CLAIM_NOTE, followCredit } from './credit-claim.server.ts';
import * as creditParcel from './credit-parcel.server.ts';
import { followParcelCredit, PARCEL_NOTE } from './credit-parcel.server.ts';
import * as listing from './damage-claim.listing.server.ts';
import * as decide from './decide-claim.server.ts';
import * as reOrderList from './re-order.listing.server.ts';
import * as reOrder from './re-order.server.ts';
import * as submit from './submit-claim.server.ts';

registerClaimHistory();
registerNoteCause(CLAIM_NOTE, followCredit);
registerNoteCause(PARCEL_NOTE, followParcelCredit);

export const claimServer = [listing, page, submit, decide, reOrderList, reOrder, creditParcel] as const;
export { claimHomeCards };
export const claimJobs = [claimClose];
export const claimDescribe = { DAMAGE_CLAIM: describeClaim } as const;
