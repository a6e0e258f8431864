import type { Db } from '@aangan/server/unit-of-work.ts';
import { formsOfEnquiry } from '../../admissions/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';

/** Whether a paper of admissions lives that came of the enquiry. */
export async function hasLiveForm(db: Db, row: { franchisee_id: number; id: string }): Promise<boolean> {
  return (await formsOfEnquiry(db, row.franchisee_id, [row.id])).some((form) => form.live);
}

/** 409 `enquiry.has-live-form`: what closes an enquiry must not leave an open application behind. */
export async function ensureNoLiveForm(db: Db, row: { franchisee_id: number; id: string }): Promise<void> {
  const live = (await formsOfEnquiry(db, row.franchisee_id, [row.id])).find((form) => form.live);
  if (live)
    throw refuseEnquiry('enquiry.has-live-form', {
      details: { number: live.number ?? live.kind.toLowerCase() },
    });
}
