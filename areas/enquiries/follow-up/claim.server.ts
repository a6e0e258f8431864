// Who is with which family now, and what somebody puts off (enquiries.md 4, 5).
import { startOfDay, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';

const CLAIM_MS = 10 * 60_000;
const FREE_SKIPS = 3;
const DEFAULT_SNOOZE_MIN = 10;

/** Takes a family for ten minutes; refused while somebody else has it (`follow-up.claimed`). */
export async function claimFamily(
  db: Db,
  family: { franchiseeId: number; enquiryId: string; userId: string },
  now: Date,
): Promise<Date> {
  const until = new Date(now.getTime() + CLAIM_MS);
  const { rows } = await sql<{ user_id: string }>`
    insert into follow_up_claim as c (franchisee_id, enquiry_id, user_id, until)
    values (${family.franchiseeId}, ${family.enquiryId}::uuid, ${family.userId}::uuid, ${until.toISOString()}::timestamptz)
    on conflict (franchisee_id, enquiry_id) do update set user_id = excluded.user_id, until = excluded.until
      where c.user_id = excluded.user_id or c.until <= ${now.toISOString()}::timestamptz
    returning user_id`.execute(db);
  if (rows.length > 0) return until;
  const holder = await db
    .selectFrom('follow_up_claim as c')
    .innerJoin('app_user as u', 'u.id', 'c.user_id')
    .select(['u.first_name'])
    .where('c.franchisee_id', '=', family.franchiseeId)
    .where('c.enquiry_id', '=', family.enquiryId)
    .executeTakeFirst();
  throw refuseEnquiry('follow-up.claimed', { details: { name: holder?.first_name ?? 'A colleague' } });
}

const openEnquiry = async (db: Db, id: string) => {
  const row = ensureFound(
    await db
      .selectFrom('enquiry')
      .select(['franchisee_id', 'id', 'is_open'])
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  if (!row.is_open) throw refuseEnquiry('follow-up.closed');
  return row;
};

export const claimFollowUp = handle(followUpWorkContract.claim, async ({ db, input, actor, now }) => {
  const row = await openEnquiry(db, input.enquiryId);
  const until = await claimFamily(
    db,
    { franchiseeId: row.franchisee_id, enquiryId: row.id, userId: userIdOf(actor) },
    now,
  );
  return { until: until.toISOString() };
});

export const pauseFollowUp = handle(followUpWorkContract.pause, async ({ db, input, actor, now }) => {
  const row = await openEnquiry(db, input.enquiryId);
  const userId = userIdOf(actor);
  const skips = await db
    .selectFrom('follow_up_pause')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('franchisee_id', '=', row.franchisee_id)
    .where('user_id', '=', userId)
    .where('kind', '=', 'SKIP')
    .where('at', '>=', startOfDay(todayIst(now)).toISOString())
    .executeTakeFirstOrThrow();
  const skipping = input.kind === 'SKIP';
  if (skipping && Number(skips.n) >= FREE_SKIPS && !input.reason)
    throw refuseEnquiry('follow-up.skip-reason', { fields: { reason: 'Say why' } });
  const until = skipping
    ? null
    : new Date(now.getTime() + (input.minutes ?? DEFAULT_SNOOZE_MIN) * 60_000).toISOString();
  await db
    .insertInto('follow_up_pause')
    .values({
      franchisee_id: row.franchisee_id,
      enquiry_id: row.id,
      user_id: userId,
      at: now.toISOString(),
      kind: input.kind,
      until,
      reason: input.reason ?? null,
    })
    .execute();
  await sql`delete from follow_up_claim where franchisee_id = ${row.franchisee_id} and enquiry_id = ${row.id}::uuid and user_id = ${userId}::uuid`.execute(
    db,
  );
  return { until, skipsToday: Number(skips.n) + (skipping ? 1 : 0) };
});
