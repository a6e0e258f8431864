// Two enquiries of one centre and year, locked or only read, and which of them stays (enquiries.md 3.6).
import { maskEmail } from '@aangan/contract/email.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { formsOfEnquiry } from '../../admissions/public.server.ts';
import { findFeeAccount } from '../../finance/public.server.ts';
import { userCards } from '../../network/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { spancoStatuses } from '../enquiry/enquiry.states.ts';
import { childNameOf } from '../enquiry/enquiry-rows.server.ts';
import type { EnquiryData } from '../enquiry/move-stage.server.ts';
import { mergeContract } from './merge.contract.ts';
import { type MergeField, mergeFieldNames, mergeFields, proposedSide } from './merge-fields.ts';

export interface Pair {
  /** Stays. */
  a: EnquiryData;
  b: EnquiryData;
  why: string;
  bothLive: boolean;
}

/** The pair in the order A (stays), B; locked in one order when it will be changed. Refuses what is not there (404) or not one pair. */
export async function pairOf(
  db: Db,
  ids: readonly [string, string],
  { lock }: { lock: boolean },
): Promise<Pair> {
  let rows = db
    .selectFrom('enquiry')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id');
  if (lock) rows = rows.forUpdate();
  const [one, other] = await rows.execute();
  if (!one || !other) throw refuse('row.not-found');
  if (one.franchisee_id !== other.franchisee_id || one.academic_year_id !== other.academic_year_id)
    throw refuseEnquiry('enquiry.not-a-pair');
  for (const row of [one, other])
    if (row.merged_into !== null || row.erased_at !== null) throw refuseEnquiry('enquiry.read-only');
  const live = { one: await hasPapers(db, one), other: await hasPapers(db, other) };
  const oneStays = live.one !== live.other ? live.one : furtherOf(one, other);
  const [a, b] = oneStays ? [one, other] : [other, one];
  return { a, b, why: whyStays(a, b, live.one !== live.other), bothLive: live.one && live.other };
}

/** An application or money that hangs on the enquiry's own number. */
async function hasPapers(db: Db, row: EnquiryData): Promise<boolean> {
  const forms = await formsOfEnquiry(db, row.franchisee_id, [row.id]);
  return forms.some((form) => form.live) || (await findFeeAccount(db, row.id)) !== null;
}

const order: readonly string[] = spancoStatuses;
const rank = (row: EnquiryData): number =>
  row.spanco_status === 'Lost' ? -1 : order.indexOf(row.spanco_status);

/** Of two of the same moment the one with the lower number stays: what is proposed never hangs on chance. */
function furtherOf(one: EnquiryData, other: EnquiryData): boolean {
  if (rank(one) !== rank(other)) return rank(one) > rank(other);
  const [mine, theirs] = [new Date(one.captured_at), new Date(other.captured_at)];
  return mine.getTime() === theirs.getTime() ? one.enquiry_code < other.enquiry_code : mine < theirs;
}

function whyStays(a: EnquiryData, b: EnquiryData, papers: boolean): string {
  if (papers) return 'It has an application';
  return rank(a) === rank(b) ? 'It came first' : 'It is further on';
}

/** What is chosen between, as it is stored. */
export const storedOf: Readonly<Record<MergeField, (row: EnquiryData) => string | number | null>> = {
  childFirstName: (row) => row.child_first_name,
  childLastName: (row) => row.child_last_name,
  childDob: (row) => row.child_dob,
  childGender: (row) => row.child_gender,
  classId: (row) => row.class_id,
  programme: (row) => row.programme,
  guardianName: (row) => row.guardian_name,
  guardianRelation: (row) => row.guardian_relation,
  mobile: (row) => row.phone_norm,
  email: (row) => row.email_norm,
  pincode: (row) => row.pincode,
  temperature: (row) => row.temperature,
  ownerId: (row) => row.owner_id,
};

export const compare = handle(mergeContract.compare, async ({ db, input }) => {
  const { a, b, why, bothLive } = await pairOf(db, [input.oneId, input.otherId], { lock: false });
  const names = await labelsOf(db, [a, b]);
  const shown = (field: MergeField, row: EnquiryData): string | null => {
    const value = storedOf[field](row);
    if (value === null) return null;
    if (field === 'mobile') return maskPhone(String(value));
    if (field === 'email') return maskEmail(String(value));
    return names.get(`${field}:${value}`) ?? String(value);
  };
  const counts = await countsOf(db, a.franchisee_id, [a.id, b.id]);
  const sideOf = (row: EnquiryData) => ({
    id: row.id,
    version: row.version,
    enquiryCode: row.enquiry_code,
    childName: childNameOf(row),
    spancoStatus: row.spanco_status,
    stage: row.stage_code,
    capturedAt: row.captured_at,
    ownerName: shown('ownerId', row),
    followUps: counts.get(row.id)?.followUps ?? 0,
    touches: counts.get(row.id)?.touches ?? 0,
  });
  return {
    a: sideOf(a),
    b: sideOf(b),
    why,
    fields: mergeFieldNames.map((name) => {
      const [one, other] = [shown(name, a), shown(name, b)];
      return {
        name,
        label: mergeFields[name],
        a: one,
        b: other,
        proposed: proposedSide(name, one, other),
        same: storedOf[name](a) === storedOf[name](b),
      };
    }),
    candidateId: await candidateOf(db, a, b),
    refusal: bothLive ? refuseEnquiry('enquiry.both-live').message : null,
  };
});

async function labelsOf(db: Db, rows: readonly EnquiryData[]): Promise<ReadonlyMap<string, string>> {
  const labels = new Map<string, string>();
  const classIds = rows.flatMap((row) => row.class_id ?? []);
  if (classIds.length > 0)
    for (const row of await db
      .selectFrom('class')
      .select(['id', 'name'])
      .where('id', 'in', classIds)
      .execute())
      labels.set(`classId:${row.id}`, row.name);
  const owners = await userCards(
    db,
    rows.flatMap((row) => row.owner_id ?? []),
  );
  for (const [id, card] of owners) labels.set(`ownerId:${id}`, card.name);
  return labels;
}

async function countsOf(db: Db, franchiseeId: number, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; followUps: number; touches: number }>`
    select x.id, (select count(*)::int from follow_up f where f.franchisee_id = ${franchiseeId} and f.type = 'academic' and f.subject_id = x.id and f.voided_at is null) as "followUps",
      (select count(*)::int from enquiry_touch t where t.franchisee_id = ${franchiseeId} and t.enquiry_id = x.id) as touches
      from unnest(${[...ids]}::uuid[]) x (id)`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

async function candidateOf(db: Db, a: EnquiryData, b: EnquiryData): Promise<string | null> {
  const [first, second] = a.id < b.id ? [a.id, b.id] : [b.id, a.id];
  const row = await db
    .selectFrom('duplicate_candidate')
    .select('id')
    .where('franchisee_id', '=', a.franchisee_id)
    .where('a_id', '=', first)
    .where('b_id', '=', second)
    .where('state', '=', 'OPEN')
    .executeTakeFirst();
  return row?.id ?? null;
}
