// Erasing on request (enquiries.md 3.10). What goes and what stays is said once, in the database's `erase_enquiries`;
// here stands what must hold before: no student, no living application, and nobody left in anybody's queue.

import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { formsOfEnquiry } from '../../admissions/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { childNameOf } from '../enquiry/enquiry-rows.server.ts';
import { type EnquiryData, saveEnquiry } from '../enquiry/move-stage.server.ts';
import { ensureNoLiveForm } from '../pipeline/live-forms.server.ts';
import { enquiryEraseContract } from './enquiry-erase.contract.ts';

/** Erases enquiries of one centre with those merged into them; gives how many rows that were. Students are left alone. */
export async function eraseEnquiries(
  db: Db,
  franchiseeId: number,
  ids: readonly string[],
  { why, now }: { why: 'FAMILY_ASKED' | 'WRONG_PERSON' | 'RETENTION'; now: Date },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select erase_enquiries(${franchiseeId}::int, ${[...ids]}::uuid[], ${why}, ${now.toISOString()}::timestamptz) as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Every enquiry of the same household that is still somebody's, the asked one first. */
async function familyOf(db: Db, id: string): Promise<EnquiryData[]> {
  const asked = ensureFound(
    await db.selectFrom('enquiry').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  if (asked.merged_into !== null || asked.erased_at !== null) throw refuseEnquiry('enquiry.read-only');
  const others = await db
    .selectFrom('enquiry')
    .selectAll()
    .where('franchisee_id', '=', asked.franchisee_id)
    .where('household_id', '=', asked.household_id)
    .where('merged_into', 'is', null)
    .where('erased_at', 'is', null)
    .where('id', '<>', id)
    .orderBy('captured_at', 'desc')
    .orderBy('id')
    .execute();
  return [asked, ...others];
}

type Stays = 'ADMITTED' | 'LIVE_FORM' | null;

async function staysOf(db: Db, family: readonly EnquiryData[]): Promise<(row: EnquiryData) => Stays> {
  const [first] = family;
  const forms = first
    ? await formsOfEnquiry(
        db,
        first.franchisee_id,
        family.map((row) => row.id),
      )
    : [];
  const live = new Set(forms.filter((form) => form.live).map((form) => form.enquiryId));
  return (row) => (row.spanco_status === 'Order' ? 'ADMITTED' : live.has(row.id) ? 'LIVE_FORM' : null);
}

interface Figures {
  id: string;
  notes: number;
  calls: number;
  messages: number;
  leads: number;
}

async function figuresOf(
  db: Db,
  franchiseeId: number,
  ids: readonly string[],
): Promise<Map<string, Figures>> {
  const { rows } = await sql<Figures>`
    select x.id::text as id,
      (select count(*)::int from follow_up f where f.franchisee_id = ${franchiseeId} and f.type = 'academic' and f.subject_id = x.id and f.note is not null)
        + (select count(*)::int from enquiry_touch t where t.franchisee_id = ${franchiseeId} and t.enquiry_id = x.id and t.note is not null) as notes,
      (select count(*)::int from call_log c where c.franchisee_id = ${franchiseeId} and c.enquiry_id = x.id) as calls,
      (select count(*)::int from message m where m.franchisee_id = ${franchiseeId} and m.enquiry_id = x.id) as messages,
      (select count(*)::int from enquiry_touch t where t.franchisee_id = ${franchiseeId} and t.enquiry_id = x.id and t.intake_id is not null) as leads
      from unnest(${[...ids]}::uuid[]) x (id)`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export const erasePreview = handle(enquiryEraseContract.preview, async ({ db, input }) => {
  const family = await familyOf(db, input.id);
  const [asked] = family as [EnquiryData, ...EnquiryData[]]; // familyOf gives the asked one first
  const stays = await staysOf(db, family);
  const figures = await figuresOf(
    db,
    asked.franchisee_id,
    family.map((row) => row.id),
  );
  const { n } = await db
    .selectFrom('household_contact')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('franchisee_id', '=', asked.franchisee_id)
    .where('household_id', '=', asked.household_id)
    .executeTakeFirstOrThrow();
  const none = { notes: 0, calls: 0, messages: 0, leads: 0 };
  return {
    children: family.map((row) => ({
      ...none,
      ...figures.get(row.id),
      id: row.id,
      enquiryCode: row.enquiry_code,
      childName: childNameOf(row),
      academicYearId: row.academic_year_id,
      stage: row.stage_code,
      open: row.is_open === true,
      stays: stays(row),
    })),
    contacts: Number(n),
  };
});

export const eraseEnquiry = handle(enquiryEraseContract.erase, async ({ db, input, actor, now }) => {
  const [asked, ...others] = await familyOf(db, input.id);
  if (!asked) throw refuseEnquiry('enquiry.not-found');
  if (asked.spanco_status === 'Order') throw refuseEnquiry('enquiry.admitted');
  await ensureNoLiveForm(db, asked);
  const wanted = input.what === 'FAMILY' ? [asked, ...others] : [asked];
  const stays = await staysOf(db, wanted);
  const going = wanted.filter((row) => stays(row) === null);
  const locked = await db
    .selectFrom('enquiry')
    .selectAll()
    .where('franchisee_id', '=', asked.franchisee_id)
    .where(
      'id',
      'in',
      going.map((row) => row.id),
    )
    .where('erased_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  // Nobody is called any more, so it must stand in no queue: an open one ends first, by the way every other one does.
  const reasonId = await erasedReason(db);
  for (const row of locked.filter((one) => one.is_open === true))
    await saveEnquiry(
      db,
      row,
      {
        closed_at: now.toISOString(),
        lost_reason_id: reasonId,
        revive_on: null,
        next_follow_up_on: null,
        next_follow_up_at: null,
        sub_status: null,
      },
      { action: 'close', via: 'USER', by: actor.userId, now },
    );
  await eraseEnquiries(
    db,
    asked.franchisee_id,
    locked.map((row) => row.id),
    { why: input.why, now },
  );
  return { erased: locked.length, stayed: wanted.length - locked.length };
});

async function erasedReason(db: Db): Promise<string> {
  const row = await db
    .selectFrom('lost_reason')
    .select('id')
    .where('franchisee_id', '=', 1)
    .where('name', '=', 'Erased on request')
    .executeTakeFirstOrThrow();
  return row.id;
}
