import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { consentsOf } from '../../communication/public.server.ts';
import { refuseStudent } from '../refusals.ts';
import { privateOf, savePrivate } from './admitted-details.server.ts';
import { studentPrivateContract } from './student-private.contract.ts';

const words = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

async function mayHoldApaar(db: Db, of: { franchiseeId: number; studentId: string }): Promise<boolean> {
  const consents = await consentsOf(db, {
    franchiseeId: of.franchiseeId,
    subjectKind: 'STUDENT',
    subjectId: of.studentId,
  });
  return consents.some((one) => one.purpose === 'APAAR' && one.allowed);
}

export const openPrivate = handle(studentPrivateContract.open, async ({ db, input }) => {
  const student = ensureFound(
    await db.selectFrom('student').select('franchisee_id').where('id', '=', input.id).executeTakeFirst(),
  );
  const of = { franchiseeId: student.franchisee_id, studentId: input.id };
  const told = await privateOf(db, of);
  return {
    id: input.id,
    hasAllergies: typeof told['hasAllergies'] === 'boolean' ? told['hasAllergies'] : null,
    allergies: words(told['allergies']),
    medicines: words(told['medicines']),
    conditions: words(told['conditions']),
    specialNeeds: words(told['specialNeeds']),
    aadhaarLast4: words(told['aadhaarLast4']),
    pen: words(told['pen']),
    apaar: words(told['apaar']),
    apaarAllowed: await mayHoldApaar(db, of),
  };
});

export const changePrivate = handle(studentPrivateContract.save, async ({ db, input }) => {
  const { franchisee_id: franchiseeId, id: studentId } = await lockRow(db, 'student', input.id);
  const { id, hasAllergies, ...rest } = input;
  const allergic = hasAllergies === 'YES';
  if (allergic && !rest.allergies)
    throw refuse('input.invalid', { fields: { allergies: 'Say which allergies' } });
  if (!allergic && rest.allergies)
    throw refuse('input.invalid', { fields: { hasAllergies: 'Choose Yes, or clear the allergies' } });
  if (rest.apaar && !(await mayHoldApaar(db, { franchiseeId, studentId })))
    throw refuseStudent('student.apaar-consent');
  // Answers this page does not show (faith, court notes) stay as they are.
  const told = { ...(await privateOf(db, { franchiseeId, studentId })), hasAllergies: allergic };
  const fields = [
    'allergies',
    'medicines',
    'conditions',
    'specialNeeds',
    'aadhaarLast4',
    'pen',
    'apaar',
  ] as const;
  const given = Object.fromEntries(fields.map((field) => [field, rest[field] ?? '']));
  await savePrivate(db, { franchiseeId, studentId }, { secret: { ...told, ...given }, hasAllergy: allergic });
  return { id };
});
