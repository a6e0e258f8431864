import { addDays, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { previewWithdrawal } from '../../finance/public.server.ts';
import { studentModules } from '../modules.ts';
import { refuseStudent } from '../refusals.ts';
import { resolveStudentRef } from '../student/student-refs.server.ts';
import { certificateContract, withdrawalContract, withdrawals } from './withdrawal.contract.ts';
import { withdrawalLabels, withdrawalStates } from './withdrawal.states.ts';

const CODE = 'STUDENT_WITHDRAWAL_APPROVED';
const table = { states: withdrawalStates, table: 'withdrawal' } as const;
/** A last day lies at most so far ahead, and so far back: who stayed away is withdrawn afterwards. */
const AHEAD_DAYS = 180;
const BACK_DAYS = 60;
const LIVE = new Set(['UPCOMING', 'ACTIVE', 'ON_HOLD']);

export const withdrawalListing = serveListing(withdrawals, {
  from: sql`withdrawal w join student s on s.franchisee_id = w.franchisee_id and s.id = w.student_id
    join enrolment e on e.franchisee_id = w.franchisee_id and e.id = w.enrolment_id join class k on k.id = e.class_id join franchisee z on z.id = w.franchisee_id`,
  alias: 'w',
  joins: sql`left join app_user u on u.id = coalesce(w.submitted_by, w.created_by)`,
  columns: {
    child: 's.name',
    admissionNo: 's.admission_no',
    class: 'k.name',
    centre: 'z.company_name',
    reasonCode: 'w.reason_code',
    reason: 'w.reason',
    noticeOn: 'w.notice_on',
    lastOn: 'w.last_on',
    refund: 'w.refund',
    leftDue: 'w.left_due',
    askedAt: sql`date_trunc('milliseconds', w.created_at)`,
    askedBy: personName('u'),
    status: 'w.status',
    studentId: 'w.student_id',
    enrolmentId: 'w.enrolment_id',
    submittedBy: 'w.submitted_by',
    failureReason: 'w.failure_reason',
  },
  can: (row, actor) => {
    const steps = new Set<string>(actionsFrom(withdrawalStates, row.status));
    const decides =
      row.submittedBy !== actor.userId &&
      mayCall(actor, withdrawalContract.approve) &&
      holdsCode(actor, CODE);
    const may = mayCall(actor, withdrawalContract.submit);
    return {
      change: may && row.status === 'DRAFT',
      submit: may && steps.has('submit'),
      approve: decides && steps.has('approve'),
      reject: decides && steps.has('reject'),
      cancel: may && steps.has('cancel'),
      certificate: row.status === 'EXECUTED' && mayCall(actor, certificateContract.issue),
    };
  },
});
export const { handlers } = withdrawalListing;

registerHistory('withdrawal', {
  module: studentModules.student,
  tables: [{ table: 'withdrawal', title: 'Withdrawal', by: null }],
  columns: {
    submitted_by: null,
    decided_by: null,
    decided_at: null,
    executed_at: null,
    franchisee_id: null,
    student_id: null,
    enrolment_id: null,
    academic_year_id: null,
  },
  states: withdrawalLabels,
  ensureVisible: visibleRow('withdrawal'),
});

interface Days {
  noticeOn: string;
  lastOn: string;
}

function checkDays({ noticeOn, lastOn }: Days, today: string): void {
  if (noticeOn > today) throw refuse('input.invalid', { fields: { noticeOn: 'This day is still to come' } });
  if (lastOn < noticeOn) throw refuse('input.invalid', { fields: { lastOn: 'Not before the notice' } });
  if (lastOn < addDays(today, -BACK_DAYS))
    throw refuse('input.invalid', { fields: { lastOn: `At most ${BACK_DAYS} days back` } });
  if (lastOn > addDays(today, AHEAD_DAYS))
    throw refuse('input.invalid', { fields: { lastOn: `At most ${AHEAD_DAYS} days ahead` } });
}

const figuresOf = (
  db: Db,
  row: { franchisee_id: number; enrolment_id: string; academic_year_id: number } & {
    last_on: string;
    notice_on: string;
  },
) =>
  previewWithdrawal(db, {
    franchiseeId: row.franchisee_id,
    enrolmentId: row.enrolment_id,
    yearId: row.academic_year_id,
    lastOn: row.last_on,
    noticeOn: row.notice_on,
  });

export const getWithdrawal = handle(withdrawalContract.get, async ({ db, actor, input }) => {
  const row = ensureFound(await withdrawalListing.row({ db, actor }, input.id));
  const stored = await db
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', input.id)
    .executeTakeFirstOrThrow();
  const open = row.status === 'DRAFT' || row.status === 'SUBMITTED' || row.status === 'APPROVED';
  const figures = open ? await figuresOf(db, stored) : null;
  return { ...row, figures: figures && { ...figures, parts: [...figures.parts] } };
});

export const draftWithdrawal = handle(withdrawalContract.draft, async ({ db, input, now }) => {
  checkDays(input, todayIst(now));
  const ref = ensureFound(await resolveStudentRef(db, input.ref));
  const enrolment = await lockRow(db, 'enrolment', ref.studentAdmissionId);
  ensure(LIVE.has(enrolment.status), () => refuseStudent('withdrawal.not-enrolled'));
  const known = await db
    .selectFrom('withdrawal')
    .select('id')
    .where('franchisee_id', '=', enrolment.franchisee_id)
    .where('enrolment_id', '=', enrolment.id)
    .where('status', 'in', ['DRAFT', 'SUBMITTED', 'APPROVED'])
    .executeTakeFirst();
  ensure(!known, () => refuseStudent('withdrawal.live'));
  const made = await db
    .insertInto('withdrawal')
    .values({
      franchisee_id: enrolment.franchisee_id,
      academic_year_id: enrolment.academic_year_id,
      enrolment_id: enrolment.id,
      student_id: enrolment.student_id,
      reason_code: input.reasonCode,
      reason: input.reason,
      notice_on: input.noticeOn,
      last_on: input.lastOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: made.id };
});

export const changeWithdrawal = handle(withdrawalContract.change, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'withdrawal', input.id, version);
  ensure(row.status === 'DRAFT', () => refuse('row.wrong-state'));
  checkDays(input, todayIst(now));
  await db
    .updateTable('withdrawal')
    .set({
      reason_code: input.reasonCode,
      reason: input.reason,
      notice_on: input.noticeOn,
      last_on: input.lastOn,
    })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const submitWithdrawal = handle(
  withdrawalContract.submit,
  async ({ db, actor, input, version, now }) => {
    const row = await lockRow(db, 'withdrawal', input.id, version);
    checkDays({ noticeOn: row.notice_on, lastOn: row.last_on }, todayIst(now));
    const figures = await figuresOf(db, row);
    await moveStatus(db, {
      ...table,
      row,
      action: 'submit',
      set: {
        submitted_by: userIdOf(actor),
        refund: figures?.refund ?? null,
        left_due: figures?.leftDue ?? null,
      },
    });
    return {};
  },
);

const decision = (row: RowIn<'withdrawal'>) => ({ ...table, row, code: CODE, makers: [row.submitted_by] });

export const approveWithdrawal = handle(
  withdrawalContract.approve,
  async ({ db, actor, input, version, now }) => {
    const row = await lockRow(db, 'withdrawal', input.id, version);
    await decide(db, actor, {
      ...decision(row),
      action: 'approve',
      decision: 'APPROVE',
      reason: input.note ?? null,
      set: { decided_by: userIdOf(actor), decided_at: now },
    });
    const child = await db
      .selectFrom('student')
      .select(['name', 'call_name'])
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.student_id)
      .executeTakeFirstOrThrow();
    await queueMessage(db, {
      kind: 'students.withdrawal',
      franchiseeId: row.franchisee_id,
      about: { studentIds: [row.student_id] },
      values: { child: child.call_name ?? child.name, date: row.last_on, amountPaise: row.refund ?? 0 },
      dedupeKey: row.id,
      source: { kind: 'withdrawal', id: row.id },
    });
    return {};
  },
);

export const rejectWithdrawal = handle(
  withdrawalContract.reject,
  async ({ db, actor, input, version, now }) => {
    const row = await lockRow(db, 'withdrawal', input.id, version);
    await decide(db, actor, {
      ...decision(row),
      action: 'reject',
      decision: 'REJECT',
      reason: input.note,
      set: { decided_by: userIdOf(actor), decided_at: now },
    });
    return {};
  },
);

export const cancelWithdrawal = handle(withdrawalContract.cancel, async ({ db, input, version }) => {
  const row = await lockRow(db, 'withdrawal', input.id, version);
  await moveStatus(db, { ...table, row, action: 'cancel', reason: input.note });
  return {};
});
