// The statements of capturing: each writes the whole batch at once.
import { todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { slices } from '../slices.ts';
import type { Blank } from './blanks.ts';
import { firstFollowUp } from './cadence.ts';
import type { CaptureChild, CaptureContext, CapturedEnquiry, CaptureFamily } from './capture-types.ts';
import { fillBlanks } from './fill-blanks.server.ts';
import { reEnquire } from './move-stage.server.ts';

export interface NewEnquiry {
  id: string;
  householdId: string;
  code: string;
  family: CaptureFamily;
  child: CaptureChild;
  nameKey: string | null;
  classCategory: string | null;
  previous: string | null;
  /** Set by allocation before the row is written. */
  ownerId: string | null;
  /** The owner of the family's open enquiries. */
  familyOwner: string | null;
  capturedAt: string;
  nextOn: string;
  slaDueAt: string | null;
  answeredAt: string | null;
}

export interface SameEnquiry {
  id: string;
  open: boolean;
  lost: boolean;
  family: CaptureFamily;
  child: CaptureChild;
  ambiguous: boolean;
  /** What the caller is told of it. */
  captured: CapturedEnquiry;
}

export interface Touch {
  enquiryId: string;
  at: string;
  family: CaptureFamily;
  /** Its enquiry is of this very batch: no touch of it is stored yet. */
  fresh?: boolean;
}

const BULK_FROM = 50;

// The audit of a file is one summary row (import_job); row by row it would double the time and say nothing more. And the
// tables of a new installation grow under the plans made for empty ones, so none of these may read a whole table.
export async function inBulk<T>(db: Db, n: number, work: () => Promise<T>): Promise<T> {
  if (n < BULK_FROM) return work();
  await sql`select set_config('app.bulk', 'on', true), set_config('enable_seqscan', 'off', true)`.execute(db);
  const result = await work();
  await sql`select set_config('app.bulk', 'off', true), set_config('enable_seqscan', 'on', true)`.execute(db);
  return result;
}

const COLUMNS = {
  id: 'uuid',
  enquiry_code: 'text',
  household_id: 'uuid',
  child_first_name: 'text',
  child_last_name: 'text',
  child_name_key: 'text',
  child_dob: 'date',
  dob_approx: 'boolean',
  child_gender: 'text',
  class_id: 'int',
  class_category: 'text',
  programme: 'text',
  session_wish: 'text',
  guardian_name: 'text',
  guardian_relation: 'text',
  phone_norm: 'text',
  email_norm: 'text',
  pincode: 'text',
  source_id: 'uuid',
  medium: 'text',
  campaign: 'text',
  source_link_id: 'uuid',
  referrer_student_id: 'uuid',
  referrer_staff_id: 'uuid',
  owner_id: 'uuid',
  owner_since: 'timestamptz',
  captured_at: 'timestamptz',
  next_follow_up_on: 'date',
  sla_due_at: 'timestamptz',
  walk_in_at: 'timestamptz',
  first_attempt_at: 'timestamptz',
  first_contact_at: 'timestamptz',
  last_contact_at: 'timestamptz',
  previous_enquiry_id: 'uuid',
  sub_status: 'text',
  temperature: 'text',
  last_note: 'text',
} as const;

export async function insertEnquiries(
  db: Db,
  context: CaptureContext,
  fresh: readonly NewEnquiry[],
): Promise<void> {
  if (fresh.length === 0) return;
  const names = Object.keys(COLUMNS);
  const columns = sql.raw(names.join(', '));
  const shape = sql.raw(
    Object.entries(COLUMNS)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  );
  await inBulk(db, fresh.length, async () => {
    for (const some of slices(fresh))
      await sql`insert into enquiry (franchisee_id, academic_year_id, stage_since, last_activity_at, ${columns})
      select ${context.franchiseeId}::int, ${context.academicYearId}::int, ${context.now.toISOString()}::timestamptz, ${context.now.toISOString()}::timestamptz, ${columns}
        from jsonb_to_recordset(${JSON.stringify(some.map((one) => columnsOf(one, context)))}::jsonb) as x (${shape})`.execute(
        db,
      );
    await sql`insert into enquiry_stage_log (franchisee_id, enquiry_id, seq, at, by, via, action, to_status, to_stage, to_sub_status)
      select ${context.franchiseeId}::int, id, 1, ${context.now.toISOString()}::timestamptz, ${context.by}::uuid, ${context.via}, 'capture', 'Suspect', 'Yet_to_call', sub
        from unnest(${fresh.map((one) => one.id)}::uuid[], ${fresh.map(subStatusOf)}::text[]) as x (id, sub)`.execute(
      db,
    );
  });
}

const subStatusOf = ({ family }: NewEnquiry): string => family.subStatus ?? 'Fresh';

function columnsOf(one: NewEnquiry, context: CaptureContext): Record<keyof typeof COLUMNS, unknown> {
  const { family, child } = one;
  const walkIn = family.walkIn ? context.now.toISOString() : null;
  return {
    id: one.id,
    enquiry_code: one.code,
    household_id: one.householdId,
    child_first_name: child.firstName ?? null,
    child_last_name: child.lastName ?? null,
    child_name_key: one.nameKey,
    child_dob: child.dob ?? null,
    dob_approx: child.dobApprox ?? false,
    child_gender: child.gender ?? null,
    class_id: child.classId ?? null,
    class_category: one.classCategory,
    programme: child.programme ?? null,
    session_wish: child.sessionWish ?? null,
    guardian_name: family.guardianName,
    guardian_relation: family.guardianRelation ?? null,
    phone_norm: family.mobile,
    email_norm: family.email ?? null,
    pincode: family.pincode ?? null,
    source_id: family.sourceId,
    medium: family.medium ?? null,
    campaign: family.campaign ?? null,
    source_link_id: family.sourceLinkId ?? null,
    referrer_student_id: family.referrerStudentId ?? null,
    referrer_staff_id: family.referrerStaffId ?? null,
    owner_id: one.ownerId,
    owner_since: one.ownerId ? context.now.toISOString() : null,
    captured_at: one.capturedAt,
    next_follow_up_on: one.nextOn,
    sla_due_at: one.slaDueAt,
    walk_in_at: walkIn,
    first_attempt_at: one.answeredAt,
    first_contact_at: one.answeredAt,
    last_contact_at: one.answeredAt,
    // A visit raises the group to HOT, and the temperature rises with its group (enquiries.md D3).
    previous_enquiry_id: one.previous,
    sub_status: subStatusOf(one),
    temperature: walkIn ? 'HOT' : 'COLD',
    last_note: family.note ?? null,
  };
}

/**
 * The same child arrived again: blanks are filled, an open one is due today, a lost one begins a new cycle. What a file
 * says is over (`closed`), or is only to fill blanks (`ifKnown`), does nothing besides. Gives what each arrival filled.
 */
export async function joinSame(
  db: Db,
  context: CaptureContext,
  { same, categoryOf }: { same: readonly SameEnquiry[]; categoryOf: (classId: number) => string | null },
): Promise<Map<SameEnquiry, Blank[]>> {
  if (same.length === 0) return new Map();
  const { franchiseeId, now } = context;
  const filled = await fillBlanks(db, franchiseeId, { arrivals: same, categoryOf });
  const told = same.filter((one) => one.family.ifKnown !== 'FILL');
  const asking = told.filter((one) => !one.family.closed);
  const rows = [...new Map([...told, ...asking].map((one) => [one.id, one])).values()].map(
    ({ id, family, ambiguous }) => ({
      id,
      asks: !family.closed,
      which_at: ambiguous ? now.toISOString() : null,
    }),
  );
  await inBulk(db, rows.length, async () => {
    for (const some of slices(rows))
      await sql`
    update enquiry e set which_child_at = coalesce(x.which_at, e.which_child_at), last_activity_at = ${now.toISOString()}::timestamptz,
      next_follow_up_on = case when e.is_open and x.asks then least(e.next_follow_up_on, ${firstFollowUp(todayIst(now))}::date) else e.next_follow_up_on end
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as x (id uuid, asks boolean, which_at timestamptz)
     where e.franchisee_id = ${franchiseeId} and e.id = x.id`.execute(db);
  });
  for (const { id } of new Map(asking.filter((one) => one.lost).map((one) => [one.id, one])).values())
    await reEnquire(db, context, id);
  return filled;
}

export async function addTouches(db: Db, context: CaptureContext, touches: readonly Touch[]): Promise<void> {
  if (touches.length === 0) return;
  const first = positionsOf(touches.filter(({ fresh }) => fresh));
  const rows = touches.map((touch) => ({ ...rowOf(touch), position: first.get(touch) ?? null }));
  // A repeat of a known source keeps its number (enquiries.md 2.2, position). In one statement: a second one would look
  // through the lines of the first, of whose number Postgres does not know yet.
  await inBulk(db, rows.length, () =>
    sql`
    insert into enquiry_touch (franchisee_id, enquiry_id, at, source_id, medium, campaign, intake_id, note, consents, mid_unknown, position)
    select ${context.franchiseeId}::int, x.enquiry_id, x.at, x.source_id, x.medium, x.campaign, x.intake_id, x.note, x.consents, x.mid_unknown,
      coalesce(x.position, (select t.position from enquiry_touch t where t.franchisee_id = ${context.franchiseeId} and t.enquiry_id = x.enquiry_id and t.source_id = x.source_id limit 1),
        (select coalesce(max(t.position), 0) + 1 from enquiry_touch t where t.franchisee_id = ${context.franchiseeId} and t.enquiry_id = x.enquiry_id))
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (enquiry_id uuid, at timestamptz, source_id uuid, medium text, campaign text, intake_id uuid, note text, consents jsonb, mid_unknown boolean, position smallint)
    on conflict do nothing`.execute(db),
  );
}

// Of a new enquiry nothing needs to be looked up: a file would do so for each of its rows.
function positionsOf(touches: readonly Touch[]): Map<Touch, number> {
  const sources = new Map<string, string[]>();
  return new Map(
    touches.map((touch) => {
      const known = sources.get(touch.enquiryId) ?? [];
      sources.set(touch.enquiryId, known);
      if (!known.includes(touch.family.sourceId)) known.push(touch.family.sourceId);
      return [touch, known.indexOf(touch.family.sourceId) + 1];
    }),
  );
}

const rowOf = ({ enquiryId, at, family }: Touch) => ({
  enquiry_id: enquiryId,
  at,
  source_id: family.sourceId,
  medium: family.medium ?? null,
  campaign: family.campaign ?? null,
  intake_id: family.intakeId ?? null,
  note: family.note ?? null,
  consents: family.consents ?? null,
  mid_unknown: family.midUnknown ?? false,
});

export async function insertFlags(
  db: Db,
  context: CaptureContext,
  flags: readonly { a: string; b: string; scoreBp: number; reason: string }[],
): Promise<void> {
  if (flags.length === 0) return;
  const rows = flags.map(({ a, b, scoreBp, reason }) => {
    const [first, second] = a < b ? [a, b] : [b, a];
    return { first, second, score: scoreBp, reason };
  });
  await inBulk(db, rows.length, () =>
    sql`
    insert into duplicate_candidate (franchisee_id, a_id, b_id, score_bp, reasons)
    select ${context.franchiseeId}::int, first, second, score, array[reason]
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (first uuid, second uuid, score int, reason text)
    on conflict do nothing`.execute(db),
  );
}
