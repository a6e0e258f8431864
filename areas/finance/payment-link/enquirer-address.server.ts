import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { MessageAddress } from '../../communication/public.server.ts';
import { enquiryForAdmission } from '../../enquiries/public.server.ts';

/**
 * Where the family of an enquiry reads what it asked for itself: its fee link and its receipts. As an address, because
 * consent to messages about an enquiry says nothing about these. Null without number and e-mail.
 */
export async function enquirerAddress(db: Db, enquiryId: string): Promise<MessageAddress | null> {
  const guardian = (await enquiryForAdmission(db, enquiryId))?.guardian;
  if (!guardian?.mobile && !guardian?.email) return null;
  return {
    ...(guardian.mobile ? { mobile: guardian.mobile } : {}),
    ...(guardian.email ? { email: guardian.email } : {}),
    name: guardian.name,
    language: guardian.language,
  };
}
