// A call begins here whoever rings: allowed now, the family claimed, a line in the call log (enquiries.md 5, call.start).
// No telephony provider is configured, so the counsellor's own device dials.
import { randomUUID } from 'node:crypto';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { ensureCallingHours, limitsOf } from '../enquiry/limits.server.ts';
import { claimFamily } from '../follow-up/claim.server.ts';
import { callContract } from './call.contract.ts';

export const startCall = handle(callContract.start, async ({ db, input, actor, now }) => {
  const row = ensureFound(
    await db
      .selectFrom('enquiry as e')
      .innerJoin('enquiry_household as h', (join) =>
        join.onRef('h.franchisee_id', '=', 'e.franchisee_id').onRef('h.id', '=', 'e.household_id'),
      )
      .select(['e.franchisee_id', 'e.id', 'e.household_id', 'e.phone_norm', 'e.erased_at', 'h.do_not_call'])
      .where('e.id', '=', input.enquiryId)
      .executeTakeFirst(),
  );
  if (row.erased_at !== null) throw refuseEnquiry('enquiry.read-only');
  ensureCallingHours(now, await limitsOf(db, row.franchisee_id));
  if (row.do_not_call) throw refuseEnquiry('call.do-not-call');
  const [first, second] = await numbersOf(db, row);
  if (!first) throw refuseEnquiry('call.no-number');
  const userId = userIdOf(actor);
  await claimFamily(db, { franchiseeId: row.franchisee_id, enquiryId: row.id, userId }, now);
  const id = randomUUID();
  await db
    .insertInto('call_log')
    .values({
      franchisee_id: row.franchisee_id,
      id,
      enquiry_id: row.id,
      phone_norm: first,
      provider: 'MANUAL',
      direction: 'OUT',
      agent_id: userId,
      started_at: now.toISOString(),
    })
    .execute();
  return {
    callId: id,
    tel: `tel:${first}`,
    otherTel: second ? `tel:${second}` : null,
    startedAt: now.toISOString(),
  };
});

/** Numbers that are not known to be wrong, the enquiry's own first. */
async function numbersOf(
  db: Db,
  row: { franchisee_id: number; household_id: string; phone_norm: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ value_norm: string }>`select value_norm from household_contact
    where franchisee_id = ${row.franchisee_id} and household_id = ${row.household_id}::uuid and kind = 'PHONE' and bad_since is null
    order by value_norm = ${row.phone_norm ?? ''} desc, position limit 2`.execute(db);
  return rows.map((one) => one.value_norm);
}
