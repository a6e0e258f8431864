import type { Actor } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseFinance } from '../finance.refusals.ts';

const bands = (db: Db, subject: 'CONCESSION' | 'NOTE' | 'REFUND' = 'CONCESSION') =>
  db
    .selectFrom('approval_band')
    .select(['level', 'up_to_bp', 'up_to_amount', 'approval_code'])
    .where('subject', '=', subject)
    .orderBy('level')
    .execute();

/** Level (1 to 3) a concession of this share needs. */
export async function levelFor(db: Db, deviationBp: number): Promise<number> {
  const rows = await bands(db);
  return (
    rows.find((band) => band.up_to_bp === null || deviationBp <= band.up_to_bp)?.level ??
    rows.at(-1)?.level ??
    3
  );
}

/** Level of an approval code; the highest for one that no level has any more. */
export async function levelOf(db: Db, code: string): Promise<number> {
  const rows = await bands(db);
  return rows.find((band) => band.approval_code === code)?.level ?? rows.at(-1)?.level ?? 3;
}

/** The approval code of a concession share; null when there is no concession. */
export async function codeFor(db: Db, deviationBp: number, raise = 0): Promise<string | null> {
  if (deviationBp === 0) return null;
  const rows = await bands(db);
  const level = Math.min((await levelFor(db, deviationBp)) + raise, rows.at(-1)?.level ?? 3);
  return rows.find((band) => band.level === level)?.approval_code ?? null;
}

/** Passes when the actor holds this level or a higher one (D22: levels are codes, not roles). */
export async function ensureLevel(db: Db, actor: Actor, level: number): Promise<void> {
  const rows = await bands(db);
  const wanted = Math.min(level, rows.at(-1)?.level ?? 3);
  const enough = rows.filter((band) => band.level >= wanted);
  if (enough.some((band) => holdsCode(actor, band.approval_code))) return;
  throw refuseFinance('student-concession.band', { details: { code: enough[0]?.approval_code ?? '' } });
}

/** Codes that cover an amount (paise) of this subject, the lowest first. */
export async function codesForAmount(
  db: Db,
  subject: 'NOTE' | 'REFUND',
  amount: number,
): Promise<readonly string[]> {
  return (await bands(db, subject))
    .filter((band) => band.up_to_amount === null || amount <= band.up_to_amount)
    .map((band) => band.approval_code);
}

/** Passes when the actor holds a code that covers the amount. @throws Refusal 'note.band', 'refund.band' */
export async function ensureAmountLevel(
  db: Db,
  actor: Actor,
  { subject, amount }: { subject: 'NOTE' | 'REFUND'; amount: number },
): Promise<void> {
  const codes = await codesForAmount(db, subject, amount);
  if (codes.some((code) => holdsCode(actor, code))) return;
  throw refuseFinance(subject === 'NOTE' ? 'note.band' : 'refund.band', {
    details: { code: codes[0] ?? '' },
  });
}
