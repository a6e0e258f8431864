// A family goes to somebody who speaks its language, and back when the call was a slip (enquiries.md 3.5).
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { languageName } from '../enquiry/language-names.ts';
import { tellOwners } from '../sla/tell-allocation.server.ts';
import { setOwners, storedLeads } from './allocate.server.ts';
import { logAllocation } from './allocation-log.server.ts';
import { countGiven } from './desk.server.ts';
import type { NotUnderstood, SpeakerFound } from './speakers.server.ts';

/** More open enquiries than this no family has. */
const MOST_SISTERS = 50;

/** Gives the family to who was found: this enquiry, written by the caller, and its open sisters of the same owner. */
export async function handOver(
  db: Db,
  row: NotUnderstood,
  found: SpeakerFound,
  at: { now: Date; by: string | null },
): Promise<void> {
  const { ownerId } = found;
  if (ownerId === null) return;
  const place = { ...at, franchiseeId: row.franchisee_id };
  const others = await storedLeads(db, row.franchisee_id, {
    where: sql`e.household_id = ${row.household_id}::uuid and e.is_open and e.id <> ${row.id}::uuid and e.owner_id is not distinct from ${row.owner_id}::uuid`,
    limit: MOST_SISTERS,
    lock: true,
  });
  const ids = [row.id, ...others.map((one) => one.id)];
  await setOwners(
    db,
    place,
    others.map((one) => ({ id: one.id, owner: ownerId })),
  );
  if (others.length > 0) await countGiven(db, place, new Map([[ownerId, others.length]]));
  await logAllocation(
    db,
    place,
    ids.map((enquiryId) => ({
      enquiryId,
      from: row.owner_id,
      to: ownerId,
      why: 'LANGUAGE' as const,
      ruleId: found.ruleId,
      note: languageName(found.language),
      candidates: found.candidates,
    })),
  );
  await tellOwners(db, place, ids);
}

/** The call was a slip: whoever had the family before has it again, where it still is with who got it. */
export async function takeBackHandOver(
  db: Db,
  row: NotUnderstood,
  line: { at: string; by: string | null },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: string; had: string | null; got: string }>`
    select l.enquiry_id::text as id, l.from_owner::text as had, l.to_owner::text as got from allocation_log l
      join enquiry e on e.franchisee_id = l.franchisee_id and e.id = l.enquiry_id
     where l.franchisee_id = ${row.franchisee_id} and e.household_id = ${row.household_id}::uuid and l.why = 'LANGUAGE' and l.at = ${line.at}::timestamptz
       and (e.owner_id = l.to_owner or e.id = ${row.id}::uuid)`.execute(db);
  const at = { franchiseeId: row.franchisee_id, now, by: line.by };
  await setOwners(
    db,
    at,
    rows.map((one) => ({ id: one.id, owner: one.had })),
  );
  await logAllocation(
    db,
    at,
    rows.map((one) => ({ enquiryId: one.id, from: one.got, to: one.had, why: 'UNDO' as const })),
  );
}
