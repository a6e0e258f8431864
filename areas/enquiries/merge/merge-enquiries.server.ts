// Joining two enquiries of one child. Nothing is moved but what the person chose: the history of B is shown under A, so
// that an undo has all of it back.
import { nameKey } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { type EnquiryChanges, type EnquiryData, saveEnquiry } from '../enquiry/move-stage.server.ts';
import { type Pair, pairOf, storedOf } from './compare.server.ts';
import { mergeContract } from './merge.contract.ts';
import { type MergeField, mergeFieldNames, proposedSide, type Side } from './merge-fields.ts';
import { undoUntil } from './merges-of.server.ts';

export const mergeEnquiries = handle(mergeContract.merge, async ({ db, input, actor, now }) => {
  const { a, b, bothLive } = await pairOf(db, [input.survivorId, input.mergedId], { lock: true });
  // What was seen must be what is joined, also which of them stays.
  if (a.id !== input.survivorId || a.version !== input.survivorVersion || b.version !== input.mergedVersion)
    throw refuse('row.stale');
  if (bothLive) throw refuseEnquiry('enquiry.both-live');
  const changes = { ...chosenChanges({ a, b }, input.choices), ...joinedFacts(a, b) };
  const saved = await saveEnquiry(db, a, changes);
  await saveEnquiry(db, b, { merged_into: a.id });
  const contacts = await takeContacts(db, a, b);
  const at = now.toISOString();
  const made = await db
    .insertInto('enquiry_merge')
    .values({
      franchisee_id: a.franchisee_id,
      survivor_id: a.id,
      merged_id: b.id,
      choices: JSON.stringify(input.choices),
      before: JSON.stringify(pick(a, Object.keys(changes))),
      after: JSON.stringify(changes),
      contacts,
      by: actor.userId,
      at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await settleCandidates(db, a, b, { by: actor.userId, at });
  return {
    id: made.id,
    enquiryCode: a.enquiry_code,
    version: saved.version,
    undoUntil: undoUntil(at).toISOString(),
  };
});

const COLUMNS: Readonly<Record<MergeField, keyof EnquiryChanges>> = {
  childFirstName: 'child_first_name',
  childLastName: 'child_last_name',
  childDob: 'child_dob',
  childGender: 'child_gender',
  classId: 'class_id',
  programme: 'programme',
  guardianName: 'guardian_name',
  guardianRelation: 'guardian_relation',
  mobile: 'phone_norm',
  email: 'email_norm',
  pincode: 'pincode',
  temperature: 'temperature',
  ownerId: 'owner_id',
};

/** What A takes over from B, with the columns that follow from it. */
function chosenChanges(
  { a, b }: Pick<Pair, 'a' | 'b'>,
  choices: Readonly<Partial<Record<MergeField, Side>>>,
): EnquiryChanges {
  const taken: Record<string, unknown> = {};
  for (const field of mergeFieldNames) {
    const [mine, theirs] = [storedOf[field](a), storedOf[field](b)];
    const side = choices[field] ?? proposedSide(field, textOf(mine), textOf(theirs));
    if (side === 'A' || mine === theirs) continue;
    taken[COLUMNS[field]] = theirs;
    if (field === 'childFirstName')
      taken['child_name_key'] = theirs === null ? null : nameKey(String(theirs));
    if (field === 'childDob') taken['dob_approx'] = b.dob_approx;
    if (field === 'classId') taken['class_category'] = b.class_category;
    if (field === 'ownerId') taken['owner_since'] = b.owner_since;
  }
  return taken as EnquiryChanges; // columns of the table with values read from it
}

const textOf = (value: string | number | null): string | null => (value === null ? null : String(value));

const EARLIEST = [
  'captured_at',
  'first_attempt_at',
  'first_contact_at',
  'intent_at',
  'walk_in_at',
  'counselled_at',
] as const;
const LATEST = ['last_attempt_at', 'last_contact_at'] as const;

/** What is true of either is true of the child: the first touch is the earliest, the last talk the latest. */
function joinedFacts(a: EnquiryData, b: EnquiryData): EnquiryChanges {
  const facts: Record<string, unknown> = {};
  for (const name of EARLIEST)
    facts[name] = [a[name], b[name]].filter((at) => at !== null).toSorted()[0] ?? null;
  for (const name of LATEST)
    facts[name] =
      [a[name], b[name]]
        .filter((at) => at !== null)
        .toSorted()
        .at(-1) ?? null;
  if (b.captured_at < a.captured_at)
    for (const name of ['source_id', 'medium', 'campaign', 'source_link_id'] as const) facts[name] = b[name];
  if (a.is_open && b.is_open && (b.next_follow_up_on ?? '9999') < (a.next_follow_up_on ?? '9999')) {
    facts['next_follow_up_on'] = b.next_follow_up_on;
    facts['next_follow_up_at'] = b.next_follow_up_at;
  }
  const changed = Object.entries(facts).filter(([name, value]) => value !== a[name as keyof EnquiryData]);
  return Object.fromEntries(changed) as EnquiryChanges; // columns of the table with values read from it
}

const pick = (row: EnquiryData, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, row[name as keyof EnquiryData]]));

/** The numbers of a household that has no other enquiry left come to the survivor's; their ids, for the undo. */
async function takeContacts(db: Db, a: EnquiryData, b: EnquiryData): Promise<string[]> {
  if (a.household_id === b.household_id) return [];
  const { rows } = await sql<{ id: string }>`
    update household_contact set household_id = ${a.household_id}::uuid
     where franchisee_id = ${a.franchisee_id} and household_id = ${b.household_id}::uuid
       and not exists (select from enquiry e where e.franchisee_id = ${a.franchisee_id} and e.household_id = ${b.household_id}::uuid and e.merged_into is null and e.id <> ${b.id}::uuid)
    returning id`.execute(db);
  return rows.map((row) => row.id);
}

/** The pair is settled; what else B looked like, A looks like now. */
async function settleCandidates(
  db: Db,
  a: EnquiryData,
  b: EnquiryData,
  by: { by: string | null; at: string },
): Promise<void> {
  const { rows } = await sql<{ other: string; score: number; reasons: string[] }>`
    update duplicate_candidate set state = 'MERGED', by = ${by.by}::uuid, at = ${by.at}::timestamptz
     where franchisee_id = ${a.franchisee_id} and state = 'OPEN' and (a_id = ${b.id}::uuid or b_id = ${b.id}::uuid)
    returning case when a_id = ${b.id}::uuid then b_id else a_id end as other, score_bp as score, reasons`.execute(
    db,
  );
  for (const { other, score, reasons } of rows.filter((row) => row.other !== a.id))
    await sql`insert into duplicate_candidate (franchisee_id, a_id, b_id, score_bp, reasons)
      values (${a.franchisee_id}, least(${a.id}::uuid, ${other}::uuid), greatest(${a.id}::uuid, ${other}::uuid), ${score}, ${reasons}::text[]) on conflict do nothing`.execute(
      db,
    );
}
