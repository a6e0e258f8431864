import type { Db } from '@aangan/server/work/unit-of-work.ts';

export interface SentMessage {
  id: string;
  at: string;
  /** Its subject; names in it stay hidden. */
  title: string;
  channel: string;
  /** Masked. */
  to: string | null;
  text: string | null;
  status: string;
  reason: string | null;
}

const MOST = 50;

/** What a family was written because of one enquiry, newest first; addresses and names stay masked. */
export async function messagesOfEnquiry(
  db: Db,
  of: { franchiseeId: number; enquiryId: string },
): Promise<SentMessage[]> {
  const rows = await db
    .selectFrom('message')
    .select([
      'id',
      'queued_at',
      'kind',
      'channel',
      'address_mask',
      'subject_masked',
      'body_masked',
      'status',
      'reason',
    ])
    .where('franchisee_id', '=', of.franchiseeId)
    .where('enquiry_id', '=', of.enquiryId)
    .orderBy('queued_at', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.queued_at,
    title: row.subject_masked || 'Message',
    channel: row.channel,
    to: row.address_mask,
    text: row.body_masked,
    status: row.status,
    reason: row.reason,
  }));
}
