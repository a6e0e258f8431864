import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { formsOfEnquiry } from '../../admissions/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';

/** 409 `enquiry.has-live-form`: what closes an enquiry must not leave an open application behind. */
export async function ensureNoLiveForm(db: Db, row: { franchisee_id: number; id: string }): Promise<void> {
  const live = (await formsOfEnquiry(db, row.franchisee_id, [row.id])).find((form) => form.live);
  if (live)
    throw refuseEnquiry('enquiry.has-live-form', {
      details: { number: live.number ?? live.kind.toLowerCase() },
    });
}
