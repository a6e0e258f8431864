// Correction items: raised when a form is given back, answered by whoever fills it, closed by the next decision.
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseAdmission } from '../refusals.ts';
import { applicantOf } from './answer-sheet.server.ts';
import {
  type CorrectionItem,
  type CorrectionPart,
  correctionItem,
  type NewCorrection,
} from './correction.ts';
import { moveForm, type OpenForm } from './open-form.server.ts';
import { DAY_MS } from './start-form.server.ts';
import { tellFamily } from './tell-family.server.ts';

type FormKey = Pick<OpenForm, 'franchiseeId' | 'id'>;

const openItems = (db: Db, form: FormKey) =>
  db
    .selectFrom('correction_item')
    .select(['id', 'part', 'message', 'answered_at', 'note'])
    .where('franchisee_id', '=', form.franchiseeId)
    .where('subject_id', '=', form.id)
    .where('closed_at', 'is', null)
    .orderBy('raised_at')
    .orderBy('n')
    .execute();

/** The points that are not closed yet, in the order in which they were raised. */
export const correctionsOf = async (db: Db, form: FormKey): Promise<CorrectionItem[]> =>
  (await openItems(db, form)).map(({ answered_at, ...row }) =>
    correctionItem.parse({ ...row, answered: answered_at !== null }),
  );

/** Gives a locked form back with what to correct; the link lives at least a week on (admissions.md 2.1). */
export async function giveBack(
  db: Db,
  form: OpenForm,
  items: readonly NewCorrection[],
  now: Date,
): Promise<{ id: string; status: string }> {
  const until = new Date(Math.max(now.getTime() + 7 * DAY_MS, Date.parse(form.expiresAt ?? '') || 0));
  const reason = items
    .map((item) => item.message)
    .join('; ')
    .slice(0, 300);
  const status = await moveForm(db, form, 'return', {
    set: { decision_reason: reason, expires_at: until.toISOString() },
    reason,
  });
  await closeCorrections(db, form, now);
  await db
    .insertInto('correction_item')
    .values(
      items.map((item, at) => ({
        franchisee_id: form.franchiseeId,
        kind: form.kind,
        subject_id: form.id,
        n: at + 1,
        part: item.part,
        message: item.message,
      })),
    )
    .execute();
  await tellFamily(db, form, await applicantOf(db, form), {
    kind: 'admissions.form-returned',
    values: {},
    key: `return:${form.version}`,
    linkUntil: until,
  });
  return { id: form.id, status };
}

/** Another answer or another paper answers the points about it. */
export async function answerParts(
  db: Db,
  form: FormKey & Pick<OpenForm, 'status'>,
  parts: readonly CorrectionPart[],
  now: Date,
): Promise<void> {
  if (form.status !== 'RETURNED' || parts.length === 0) return;
  await db
    .updateTable('correction_item')
    .set({ answered_at: now.toISOString() })
    .where('franchisee_id', '=', form.franchiseeId)
    .where('subject_id', '=', form.id)
    .where('closed_at', 'is', null)
    .where('answered_at', 'is', null)
    .where('part', 'in', [...parts])
    .execute();
}

/** "Done", or why the answer is right as it stands. */
export async function answerItem(
  db: Db,
  form: FormKey & Pick<OpenForm, 'status'>,
  answer: { itemId: string; note?: string | undefined; now: Date },
): Promise<void> {
  ensure(form.status === 'RETURNED', () => refuseAdmission('form.closed'));
  const row = await db
    .updateTable('correction_item')
    .set({ answered_at: answer.now.toISOString(), note: answer.note || null })
    .where('franchisee_id', '=', form.franchiseeId)
    .where('subject_id', '=', form.id)
    .where('id', '=', answer.itemId)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  ensureFound(row);
}

/** Refuses while a point waits for an answer. */
export async function ensureAnswered(db: Db, form: FormKey): Promise<void> {
  const open = (await openItems(db, form)).filter((item) => item.answered_at === null);
  ensure(open.length === 0, () =>
    refuseAdmission('correction.open', {
      details: { n: open.length, points: open.map((item) => item.message).join('; ') },
    }),
  );
}

/** A decision ends what was asked before it. */
export async function closeCorrections(db: Db, form: FormKey, now: Date): Promise<void> {
  await db
    .updateTable('correction_item')
    .set((eb) => ({ closed_at: now.toISOString(), closed_by: eb.fn('scope_user') }))
    .where('franchisee_id', '=', form.franchiseeId)
    .where('subject_id', '=', form.id)
    .where('closed_at', 'is', null)
    .execute();
}
