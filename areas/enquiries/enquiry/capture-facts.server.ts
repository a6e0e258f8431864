// What capturing needs to know, read in a few statements for the whole batch.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import type { WorkingCalendar } from '@aangan/contract/working-time.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { calendarOf } from '@aangan/server/work/working-calendar.ts';
import { sql } from 'kysely';
import { deskHolidays } from '../follow-up/desk-days.server.ts';
import { type Namesakes, namesakesOf } from '../merge/namesakes.server.ts';
import { slaSeconds, slaSetting } from '../sla/sla-setting.ts';
import type { CaptureContext, CapturedEnquiry, CaptureFamily } from './capture-types.ts';
import { childLabel } from './child-label.ts';
import type { KnownChild } from './duplicate-verdict.ts';

interface StoredEnquiry {
  open: boolean;
  lost: boolean;
  captured: CapturedEnquiry;
}

export interface CaptureFacts {
  sources: ReadonlyMap<string, { digital: boolean }>;
  classes: ReadonlyMap<number, { category: string | null }>;
  stored: ReadonlyMap<string, StoredEnquiry>;
  replays: ReadonlyMap<string, CapturedEnquiry>;
  desk: WorkingCalendar;
  slaSecondsOf(sourceId: string): number;
  knownOf(householdId: string): KnownChild[];
  /** Children of the centre with one of the arriving names, whatever their number. */
  namesakes: Namesakes;
  /** The owner of an open sibling keeps the family (enquiries.md 3.7, sticky). */
  ownerOf(householdId: string): string | null;
  nextCode(): string;
}

export async function captureFacts(
  db: Db,
  context: CaptureContext,
  households: readonly string[],
  families: readonly CaptureFamily[],
): Promise<CaptureFacts> {
  const [sources, classes] = [
    await db.selectFrom('enquiry_source').select(['id', 'digital']).execute(),
    await db.selectFrom('class').select(['id', 'category']).execute(),
  ];
  const { rows } = await sql<Loaded>`
    select e.id, e.enquiry_code as code, e.household_id as household, e.academic_year_id as year, e.child_name_key as key, e.child_dob as dob, e.is_open as open,
      e.spanco_status = 'Lost' as lost, e.owner_id as owner, e.next_follow_up_on as next, e.last_activity_at as activity,
      e.child_first_name as first, e.child_last_name as last, e.guardian_name as guardian
      from enquiry e where e.franchisee_id = ${context.franchiseeId} and e.household_id = any (${[...new Set(households)]}::uuid[])
       and e.merged_into is null and e.erased_at is null and e.moved_to is null order by e.is_open desc, e.last_activity_at desc`.execute(
    db,
  );
  const known = new Map<string, KnownChild[]>();
  const owners = new Map<string, string | null>();
  for (const row of rows) {
    const list = known.get(row.household) ?? [];
    list.push({
      id: row.id,
      yearId: row.year,
      nameKey: row.key,
      dob: row.dob,
      open: row.open,
      lastActivityAt: new Date(row.activity).toISOString(),
    });
    known.set(row.household, list);
    if (row.open && row.owner && !owners.has(row.household)) owners.set(row.household, row.owner);
  }
  const stored = new Map(
    rows.map((row) => [row.id, { open: row.open, lost: row.lost, captured: capturedOf(row) }]),
  );
  const sla = await readSetting(db, 'enquiries', slaSetting, context.franchiseeId);
  const codes = await takeCodes(
    db,
    context,
    families.reduce((n, family) => n + family.children.length, 0),
  );
  return {
    sources: new Map(sources.map((one) => [one.id, one])),
    classes: new Map(classes.map((one) => [one.id, one])),
    stored,
    replays: await replaysOf(db, context, families),
    desk: await enquiryDesk(db, { franchiseeId: context.franchiseeId, from: todayIst(context.now) }),
    slaSecondsOf: (sourceId) => slaSeconds(sla, sourceId),
    namesakes: await namesakesOf(db, context, families),
    knownOf: (household) => known.get(household) ?? known.set(household, []).get(household) ?? [],
    ownerOf: (household) => owners.get(household) ?? null,
    nextCode: codes,
  };
}

interface Loaded {
  id: string;
  code: string;
  household: string;
  year: number;
  key: string | null;
  dob: string | null;
  open: boolean;
  lost: boolean;
  owner: string | null;
  next: string | null;
  activity: string;
  first: string | null;
  last: string | null;
  guardian: string;
}

const capturedOf = (row: Loaded): CapturedEnquiry => ({
  id: row.id,
  enquiryCode: row.code,
  householdId: row.household,
  childName: childLabel({ firstName: row.first, lastName: row.last }, row.guardian),
  verdict: 'SAME',
  ownerId: row.owner,
  nextFollowUpOn: row.next,
});

async function replaysOf(
  db: Db,
  context: CaptureContext,
  families: readonly CaptureFamily[],
): Promise<Map<string, CapturedEnquiry>> {
  const ids = families.flatMap((family) => family.children.flatMap((child) => child.id ?? []));
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('enquiry')
    .select([
      'id',
      'enquiry_code',
      'household_id',
      'guardian_name',
      'child_first_name',
      'child_last_name',
      'owner_id',
      'next_follow_up_on',
    ])
    .where('franchisee_id', '=', context.franchiseeId)
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        enquiryCode: row.enquiry_code,
        householdId: row.household_id,
        verdict: 'SAME' as const,
        ownerId: row.owner_id,
        nextFollowUpOn: row.next_follow_up_on,
        childName: childLabel(
          { firstName: row.child_first_name, lastName: row.child_last_name },
          row.guardian_name,
        ),
      },
    ]),
  );
}

/** Takes the numbers of the whole batch at once: 'ENQ-014-2627-00042'. Gaps are allowed (a touch uses none of its own). */
async function takeCodes(
  db: Db,
  { franchiseeId, academicYearId }: CaptureContext,
  n: number,
): Promise<() => string> {
  const two = (year: number) => String(year % 100).padStart(2, '0');
  const years = `${two(academicYearId)}${two(academicYearId + 1)}`;
  const { rows } = await sql<{
    first: number;
  }>`insert into number_series (franchisee_id, series, period, next) values (${franchiseeId}, 'ENQ', ${`A${years}`}, ${n + 1})
    on conflict (franchisee_id, series, period) do update set next = number_series.next + ${n} returning next - ${n} as first`.execute(
    db,
  );
  let next = Number(rows[0]?.first ?? 1);
  return () => `ENQ-${String(franchiseeId).padStart(3, '0')}-${years}-${String(next++).padStart(5, '0')}`;
}

/** The row 'Enquiry desk' of working_calendar (0002). */
const ENQUIRY_DESK = 4;

/** The working hours of the enquiry desk (record working_calendar, 'Enquiry desk'), with the holidays of a centre's desk from a day on. */
export async function enquiryDesk(db: Db, at: { franchiseeId: number; from: Day }): Promise<WorkingCalendar> {
  const holidays = await deskHolidays(db, at.franchiseeId, at.from);
  const desk = await calendarOf(db, ENQUIRY_DESK);
  return { ...desk, days: { ...desk.days, ...Object.fromEntries([...holidays].map((day) => [day, []])) } };
}
