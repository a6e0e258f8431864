// So many failed tries since the last talk (seven), in at least three parts of the day: closing is proposed (enquiries.md 3.4). A
// person presses it; the system never closes an enquiry.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { failedOutcomes } from '../enquiry/follow-up.contract.ts';
import { limitsOf } from '../enquiry/limits.server.ts';
import { dayPart } from './call-score.ts';

const DAY_PARTS = 3;
const LOOKED_AT = 50;
/** The reason's name, as lost reasons have it (migration 0401). */
const NOT_REACHABLE = 'Not reachable ×7';

/** Puts the proposal down, once in a life of the enquiry. Answers whether it stands open now. */
export async function proposeClosing(
  db: Db,
  enquiry: { franchisee_id: number; id: string; cycle: number; last_contact_at: string | null },
): Promise<boolean> {
  const { franchisee_id: centre, id } = enquiry;
  const { rows } = await sql<{ at: string }>`select at from follow_up
    where franchisee_id = ${centre} and type = 'academic' and subject_id = ${id}::uuid and cycle = ${enquiry.cycle} and voided_at is null
      and outcome = any (${[...failedOutcomes]}::text[]) and at > coalesce(${enquiry.last_contact_at}::timestamptz, '-infinity')
    order by at desc limit ${sql.lit(LOOKED_AT)}`.execute(db);
  const parts = new Set(rows.map((row) => dayPart(new Date(row.at))).filter((part) => part !== null));
  const { closeAfter } = await limitsOf(db, centre);
  if (rows.length < closeAfter || parts.size < DAY_PARTS) return false;
  await db
    .insertInto('enquiry_proposal')
    .values({
      franchisee_id: centre,
      enquiry_id: id,
      cycle: enquiry.cycle,
      kind: 'CLOSE',
      reason: NOT_REACHABLE,
      ...(rows[0] ? { at: rows[0].at } : {}),
    })
    .onConflict((oc) => oc.columns(['franchisee_id', 'enquiry_id', 'cycle', 'kind']).doNothing())
    .execute();
  const open = await db
    .selectFrom('enquiry_proposal')
    .select('id')
    .where('franchisee_id', '=', centre)
    .where('enquiry_id', '=', id)
    .where('cycle', '=', enquiry.cycle)
    .where('kind', '=', 'CLOSE')
    .where('state', '=', 'OPEN')
    .executeTakeFirst();
  return open !== undefined;
}
