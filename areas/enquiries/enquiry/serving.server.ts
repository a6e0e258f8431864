import { HEAD_OFFICE } from '@aangan/server/sql.ts';
// A family's pincode may be another centre's (enquiries.md 4, /forms/enquiry-form). Names, places and telephone numbers of
// centres are public, so the whole network is asked; nothing else of another centre is read.

import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre } from '@aangan/server/work/ensure.ts';
import {
  ability,
  franchisee,
  type PincodeFacts,
  pincode,
  serviceableCentres,
} from '../../network/public.server.ts';
import { asSystem } from '../../shell/public.server.ts';
import { mayWorkAt } from '../pipeline/may-work-at.server.ts';
import { enquiryContract } from './enquiry.contract.ts';

export const serving = handleApart(enquiryContract.serving, ({ actor, input, work }) =>
  work(asSystem(actor.userId), async (db) => {
    const area = areaOf(await pincode(db, input.pincode));
    const centres = await serviceableCentres(db, input.pincode);
    const [best] = centres;
    const here = centres.some((one) => one.franchiseeId === chosenCentre(actor));
    if (!best || here || best.franchiseeId === HEAD_OFFICE) return { area, other: null };
    if (!(await ability(db, best.franchiseeId, 'PUBLIC_ENQUIRY'))) return { area, other: null };
    return {
      area,
      other: {
        franchiseeId: best.franchiseeId,
        label: best.label,
        distanceKm: best.distanceKm,
        phone: (await franchisee(db, best.franchiseeId))?.phone ?? null,
        maySend: await mayWorkAt(db, actor, best.franchiseeId),
      },
    };
  }),
);

/** 'Andheri West, Mumbai': the post office that delivers there and its district. */
const areaOf = (known: PincodeFacts | null): string | null =>
  known === null
    ? null
    : [...new Set([known.primaryOffice, known.district ?? known.stateName])].filter(Boolean).join(', ');
