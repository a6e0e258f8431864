// How a certificate comes to be: by a completed module, an attended training, or by hand. A person holds one of a type; a newer one
// takes the place of the older.
import { randomUUID } from 'node:crypto';
import { type Day, financialYear, todayIst } from '@aangan/contract/period.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { issueLink } from '@aangan/server/work/links.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import { moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { queueMessage } from '../../communication/public.server.ts';
import { certificateStates, stateOf, validUntilOf } from './certificate.states.ts';

export const snapshotSchema = z.object({
  number: z.string(),
  name: z.string(),
  centre: z.string(),
  type: z.string(),
  title: z.string(),
  source: z.enum(['MODULE', 'TRAINING', 'MANUAL']),
  issuedOn: z.string(),
  validUntil: z.string().nullable(),
  scoreBp: z.int().nullable(),
  attendedMin: z.int().nullable(),
  signatory: z.string().nullable(),
  layout: z.enum(['CLASSIC', 'PLAIN', 'LANDSCAPE_PHOTO']),
  verifyToken: z.string(),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

interface Award {
  franchiseeId: number;
  staffId: string;
  typeId: string;
  /** What earned it; null: by hand, and it is called as its type. */
  title: string | null;
  of:
    | { source: 'MODULE'; module_id: string; edition: number }
    | { source: 'TRAINING'; training_id: string }
    | { source: 'MANUAL'; reason: string };
  scoreBp?: number | null;
  attendedMin?: number;
  now: Date;
}

/** The certificate that was issued; null where the person holds it already, and long enough. */
export async function award(db: Db, one: Award): Promise<{ id: string; number: string } | null> {
  const { franchiseeId, staffId, of, now } = one;
  const issuedOn = todayIst(now);
  const type = await db
    .selectFrom('certificate_type')
    .selectAll()
    .where('id', '=', one.typeId)
    .executeTakeFirstOrThrow();
  // Two who issue at once wait for each other here.
  const { rows: people } = await sql<{ name: string; centre: string; user_id: string | null }>`
    select s.name, f.company_name as centre, s.user_id from staff s join franchisee f on f.id = s.franchisee_id
     where s.franchisee_id = ${franchiseeId} and s.id = ${staffId} for no key update of s`.execute(db);
  const person = ensureFound(people[0]);
  const { rows: held } = await sql<RowIn<'training_certificate'>>`
    select * from training_certificate where franchisee_id = ${franchiseeId} and staff_id = ${staffId} and type_id = ${type.id} and status = 'VALID'
     for update`.execute(db);
  const [older] = held;
  if (older && isEnough(older, one, issuedOn)) return null;
  const id = randomUUID();
  if (older)
    await moveStatus(db, {
      states: certificateStates,
      table: 'training_certificate',
      row: older,
      action: 'replace',
    });
  const verifyToken = await issueLink(db, {
    purpose: 'training.certificate',
    franchiseeId,
    subject: { kind: 'training-certificate', id },
    now,
  });
  const year = financialYear(issuedOn);
  const n = await nextNumber(db, { franchiseeId, series: 'CERT', period: year.compact });
  const number = `CERT/${String(franchiseeId).padStart(3, '0')}/${year.short}/${String(n).padStart(4, '0')}`;
  const title = one.title ?? type.name;
  const validUntil = validUntilOf(issuedOn, type.validity_months);
  const snapshot: Snapshot = {
    number,
    name: person.name,
    centre: person.centre,
    type: type.name,
    title,
    source: of.source,
    issuedOn,
    validUntil,
    scoreBp: one.scoreBp ?? null,
    attendedMin: one.attendedMin ?? null,
    signatory: type.signatory,
    layout: type.layout,
    verifyToken,
  };
  await db
    .insertInto('training_certificate')
    .values({
      franchisee_id: franchiseeId,
      id,
      number,
      staff_id: staffId,
      type_id: type.id,
      ...of,
      title,
      issued_on: issuedOn,
      valid_until: validUntil,
      snapshot: JSON.stringify(snapshot),
    })
    .execute();
  if (person.user_id !== null)
    await queueMessage(db, {
      kind: 'training.certificate',
      franchiseeId,
      about: { userIds: [person.user_id] },
      values: { title: type.name, number },
      appLink: '/self-training',
      dedupeKey: id,
      source: { kind: 'training-certificate', id },
    });
  return { id, number };
}

/** By hand nobody gets what they have; the same edition of a module renews only what is about to expire. A training always renews. */
function isEnough(older: RowIn<'training_certificate'>, { of }: Award, today: Day): boolean {
  if (stateOf({ status: older.status, validUntil: older.valid_until }, today) !== 'VALID') return false;
  if (of.source === 'TRAINING') return false;
  return of.source === 'MANUAL' || (older.module_id === of.module_id && older.edition === of.edition);
}
