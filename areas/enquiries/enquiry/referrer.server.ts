// The referrer of an enquiry: found by name, checked at capture, and named on the enquiry's page.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { staffOfCentre, userCards } from '../../network/public.server.ts';
import { studentBrief, studentsByName } from '../../students/public.server.ts';
import { enquiryContract } from './enquiry.contract.ts';
import { askedOf, type ReferrerKind } from './referrer.ts';

const MOST = 20;
/** One letter would list children that nobody asked for. */
const LETTERS = 2;

export const referrers = handle(enquiryContract.referrers, async ({ db, actor, input: { kind, q, id } }) => {
  const at = { franchiseeId: chosenCentre(actor), words: q, limit: MOST, ...(id ? { id } : {}) };
  if (kind === 'STAFF')
    return { rows: (await staffOfCentre(db, at)).map(({ id, name }) => ({ id, label: name })) };
  if (id === undefined && q.length < LETTERS) return { rows: [] };
  const found = await studentsByName(db, at);
  return { rows: found.map(({ id, name, detail }) => ({ id, label: `${name} · ${detail}` })) };
});

interface Named {
  sourceId: string;
  referrerStudentId?: string | null | undefined;
  referrerStaffId?: string | null | undefined;
}

/** Refuses a source that asks for a referrer without one, and a referrer that is not of this centre. */
export async function ensureReferrer(db: Db, franchiseeId: number, named: Named): Promise<void> {
  const source = await db
    .selectFrom('enquiry_source')
    .select(['needs_referrer', 'channel'])
    .where('id', '=', named.sourceId)
    .executeTakeFirst();
  const asked = source ? askedOf({ needsReferrer: source.needs_referrer, channel: source.channel }) : null;
  const { referrerStudentId: student, referrerStaffId: staff } = named;
  const field = asked === 'STAFF' ? 'referrerStaffId' : 'referrerStudentId';
  const given = asked === 'EITHER' ? (student ?? staff) : named[field];
  if (asked !== null && !given)
    throw refuse('input.invalid', { fields: { [field]: 'Choose who sent the family' } });
  if (student && !(await studentHere(db, franchiseeId, student))) throw unknown('referrerStudentId');
  if (staff && (await staffOfCentre(db, { franchiseeId, id: staff, limit: 1 })).length === 0)
    throw unknown('referrerStaffId');
}

const unknown = (field: string) =>
  refuse('input.invalid', { fields: { [field]: 'Choose an entry of the list' } });

const studentHere = async (db: Db, franchiseeId: number, id: string): Promise<boolean> =>
  (await studentsByName(db, { franchiseeId, id, limit: 1 })).length > 0;

/** Who sent the family of an enquiry, as its page names them. */
export async function referrerOf(
  db: Db,
  row: { referrerStudentId: string | null; referrerStaffId: string | null },
): Promise<{ kind: ReferrerKind; name: string } | null> {
  if (row.referrerStudentId) {
    const child = (await studentBrief(db, [row.referrerStudentId])).get(row.referrerStudentId);
    return child
      ? { kind: 'STUDENT', name: [child.label, child.className].filter(Boolean).join(', ') }
      : null;
  }
  if (!row.referrerStaffId) return null;
  const person = (await userCards(db, [row.referrerStaffId])).get(row.referrerStaffId);
  return person ? { kind: 'STAFF', name: person.name } : null;
}
