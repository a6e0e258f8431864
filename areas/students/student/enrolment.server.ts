import { addDays, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { closeFeePlan } from '../../finance/public.server.ts';
import { endTransport } from '../../transport/public.server.ts';
import { live } from '../placement/roster.server.ts';
import { refuseStudent } from '../refusals.ts';
import { enrolmentContract, HOLD_DAYS } from './enrolment.contract.ts';
import { enrolmentStates } from './enrolment.states.ts';

type Enrolment = RowIn<'enrolment'>;

const move = (
  db: Db,
  row: Enrolment,
  step: Pick<
    Parameters<typeof moveStatus<'enrolment', typeof enrolmentStates>>[1],
    'action' | 'reason' | 'set'
  >,
) => moveStatus(db, { states: enrolmentStates, table: 'enrolment', row, ...step });

/** The child's own state follows the enrolment its links carry. */
const setStudent = (db: Db, row: Enrolment, state: 'STUDYING' | 'ON_HOLD') =>
  db
    .updateTable('student')
    .set({ state })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.student_id)
    .where('current_enrolment_id', '=', row.id)
    .execute();

export const holdEnrolment = handle(enrolmentContract.hold, async ({ db, input, now }) => {
  const row = await lockRow(db, 'enrolment', input.id);
  const today = todayIst(now);
  if (input.until <= today || input.until > addDays(today, HOLD_DAYS))
    throw refuse('input.invalid', {
      fields: { until: `Choose a day after today, at most ${HOLD_DAYS} days away` },
    });
  const { id, status } = await move(db, row, {
    action: 'hold',
    reason: input.reason,
    set: { hold_from: today, hold_to: input.until, hold_keeps_seat: true },
  });
  await setStudent(db, row, 'ON_HOLD');
  return { id, status };
});

export const resumeEnrolment = handle(enrolmentContract.resume, async ({ db, input, now }) => {
  const row = await lockRow(db, 'enrolment', input.id);
  const { id, status } = await move(db, row, {
    action: 'resume',
    reason: input.reason,
    set: { hold_to: todayIst(now) },
  });
  await setStudent(db, row, 'STUDYING');
  return { id, status };
});

export const cancelEnrolment = handle(enrolmentContract.cancel, async ({ db, input, now }) => {
  const row = await lockRow(db, 'enrolment', input.id);
  const today = todayIst(now);
  ensure(row.status !== 'UPCOMING' || row.joined_on > today, () => refuseStudent('enrolment.begun'));
  const {
    id,
    status,
    franchisee_id: franchiseeId,
  } = await move(db, row, {
    action: 'cancel',
    reason: input.reason,
    set: { roll_no: null },
  });
  await closeFeePlan(db, { franchiseeId, studentAdmissionId: id, on: today, reason: input.reason });
  await endTransport(db, { enrolmentId: id, on: today, reason: input.reason });
  // Whoever was to move up is undecided again.
  if (row.from_enrolment_id)
    await db
      .updateTable('enrolment')
      .set({ outcome: null })
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', row.from_enrolment_id)
      .execute();
  await sql`
    update student s set state = 'LEFT' where s.franchisee_id = ${franchiseeId} and s.id = ${row.student_id} and not exists
      (select from enrolment e where e.franchisee_id = s.franchisee_id and e.student_id = s.id and e.status in ${live})`.execute(
    db,
  );
  return { id, status };
});
