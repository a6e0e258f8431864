// After the last day: services end, the account is settled, the enrolment ends and with it the seat. One child a transaction.
import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { settleWithdrawal, withdrawFeePlan } from '../../finance/public.server.ts';
import { releaseKits } from '../../orders/public.server.ts';
import { endServices } from '../../services/public.server.ts';
import { endTransport } from '../../transport/public.server.ts';
import { live } from '../placement/roster.server.ts';
import { leavingEnrolment, withdrawalReasons, withdrawalStates } from './withdrawal.states.ts';

/** Carries out one approved withdrawal; nothing when somebody cancelled it meanwhile. Also asked for again it acts once. */
export async function executeWithdrawal(db: Db, id: string, now: Date): Promise<number> {
  const row = await lockRow(db, 'withdrawal', id);
  if (row.status !== 'APPROVED' || row.last_on >= todayIst(now)) return 0;
  const { franchisee_id: franchiseeId, last_on: lastOn } = row;
  // Services first, before any lock of finance; seats with the enrolment locked, as transport locks it before them.
  await endServices(db, {
    enrolmentId: row.enrolment_id,
    on: lastOn,
    reason: `Withdrawal: ${withdrawalReasons[row.reason_code]}`,
  });
  await cancelNextYear(db, { franchiseeId, enrolmentId: row.enrolment_id, today: todayIst(now) });
  const settled = await settleWithdrawal(db, {
    withdrawalId: row.id,
    franchiseeId,
    enrolmentId: row.enrolment_id,
    yearId: row.academic_year_id,
    lastOn,
    reason: `Withdrawal: ${withdrawalReasons[row.reason_code]}`,
    maker: row.submitted_by ?? '',
    approver: row.decided_by ?? '',
    now,
  });
  const enrolment = await lockRow(db, 'enrolment', row.enrolment_id);
  await endTransport(db, {
    enrolmentId: enrolment.id,
    on: lastOn,
    reason: `Withdrawal: ${withdrawalReasons[row.reason_code]}`,
  });
  await moveStatus(db, {
    states: leavingEnrolment,
    table: 'enrolment',
    row: enrolment,
    action: 'withdraw',
    reason: row.reason,
    set: { left_on: lastOn, roll_no: null, outcome: 'LEAVE' },
  });
  await endPlacements(db, { franchiseeId, enrolmentId: enrolment.id, lastOn });
  await releaseKits(db, { franchiseeId, enrolmentId: enrolment.id, reason: 'The child has left' });
  await sql`
    update student s set state = 'LEFT' where s.franchisee_id = ${franchiseeId} and s.id = ${row.student_id} and not exists
      (select from enrolment e where e.franchisee_id = s.franchisee_id and e.student_id = s.id and e.status in ${live})`.execute(
    db,
  );
  await moveStatus(db, {
    states: withdrawalStates,
    table: 'withdrawal',
    row,
    action: 'execute',
    set: { executed_at: now, refund: settled.refunded, left_due: settled.leftDue, failure_reason: null },
  });
  return 1;
}

/** Who leaves does not move up: the seat of the next year is free too, its plan is taken back. */
async function cancelNextYear(
  db: Db,
  { franchiseeId, enrolmentId, today }: { franchiseeId: number; enrolmentId: string; today: Day },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`update enrolment set status = 'CANCELLED', roll_no = null
    where franchisee_id = ${franchiseeId} and from_enrolment_id = ${enrolmentId} and status = 'UPCOMING' returning id`.execute(
    db,
  );
  for (const { id } of rows) {
    await withdrawFeePlan(db, {
      franchiseeId,
      studentAdmissionId: id,
      on: today,
      reason: 'The child leaves',
    });
    await releaseKits(db, { franchiseeId, enrolmentId: id, reason: 'The child leaves' });
    await endTransport(db, { enrolmentId: id, on: today, reason: 'The child leaves' });
  }
}

async function endPlacements(
  db: Db,
  { franchiseeId, enrolmentId, lastOn }: { franchiseeId: number; enrolmentId: string; lastOn: Day },
): Promise<void> {
  await sql`delete from placement where franchisee_id = ${franchiseeId} and enrolment_id = ${enrolmentId} and from_on > ${lastOn}`.execute(
    db,
  );
  await sql`update placement set before_on = ${addDays(lastOn, 1)} where franchisee_id = ${franchiseeId} and enrolment_id = ${enrolmentId}
    and (before_on is null or before_on > ${addDays(lastOn, 1)})`.execute(db);
}

export const withdrawalsDue: JobDeclaration = {
  name: 'students.withdrawal-due',
  title: 'Carry out withdrawals whose last day is over',
  schedule: '15 0 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 43_200,
  timeoutS: 900,
  run: async ({ work, now }) => {
    const { rows } = await work(null, (db) =>
      sql<{ franchiseeId: number; id: string }>`select franchisee_id as "franchiseeId", id from withdrawal
        where status = 'APPROVED' and last_on < ${todayIst(now)}::date order by last_on, id`.execute(db),
    );
    return eachPart(
      rows,
      (row) => `withdrawal ${row.id}`,
      (row) => work(row.franchiseeId, (db) => executeWithdrawal(db, row.id, now)),
    );
  },
};
