import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { ensure, ensureFound, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureAmountLevel } from '../concession/approval-level.server.ts';
import { lockFeeAccount } from '../fee-account/fee-line.server.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { readAccountCard } from '../ledger/account-card.server.ts';
import { lateFeeContract, lateFeeWaivers } from './late-fee.contract.ts';
import { lateFeeWaiverStates } from './late-fee.states.ts';
import { moveLateFee } from './late-fee-line.server.ts';

const waiverListing = serveListing(lateFeeWaivers, {
  from: sql`late_fee_waiver w join fee_line l on l.franchisee_id = w.franchisee_id and l.id = w.fee_line_id
    join fee_account k on k.franchisee_id = l.franchisee_id and k.id = l.fee_account_id join franchisee z on z.id = w.franchisee_id`,
  alias: 'w',
  joins: sql`left join app_user u on u.id = w.requested_by`,
  columns: {
    childLabel: 'k.child_label',
    centre: 'z.company_name',
    charge: 'l.label',
    amount: 'w.amount',
    open: sql`l.net - l.allocated`,
    stops: 'w.stops',
    reason: 'w.reason',
    askedOn: sql`(w.created_at at time zone 'Asia/Kolkata')::date`,
    // As a reader gets it back: a filter from and to that very instant finds the row.
    askedAt: sql`date_trunc('milliseconds', w.created_at)`,
    askedBy: personName('u'),
    decisionNote: 'w.decision_note',
    status: 'w.status',
    feeAccountId: 'l.fee_account_id',
    requestedBy: 'w.requested_by',
    // A waiver takes back what was billed, so it needs the level of a credit note.
    codes: sql`array(select b.approval_code from approval_band b where b.subject = 'NOTE'
      and (b.up_to_amount is null or w.amount <= b.up_to_amount) order by b.level)`,
  },
  can: (row, actor) => {
    const steps = new Set(actionsFrom(lateFeeWaiverStates, row.status));
    const other = row.requestedBy !== actor.userId;
    return {
      approve:
        other &&
        steps.has('approve') &&
        mayCall(actor, lateFeeContract.approve) &&
        row.codes.some((code) => holdsCode(actor, code)),
      reject: other && steps.has('reject') && mayCall(actor, lateFeeContract.reject),
    };
  },
});
export const { handlers } = waiverListing;

export const lateFeesOfChild = handle(lateFeeContract.ofChild, async ({ db, actor, input, now }) => {
  const { account } = await readAccountCard(db, { actor, ref: input.ref, today: todayIst(now) });
  const { rows } = await sql<{
    id: string;
    label: string;
    dueOn: string;
    charged: number;
    waived: number;
    paid: number;
    open: number;
    formula: string | null;
    waiting: boolean;
    stopped: boolean;
  }>`
    select l.id, l.label, l.due_on as "dueOn", l.net + w.waived as charged, w.waived, l.allocated as paid, l.net - l.allocated as open,
      l.formula, exists (select from late_fee_waiver q where q.franchisee_id = l.franchisee_id and q.fee_line_id = l.id and q.status = 'PENDING') as waiting,
      exists (select from late_fee_waiver q where q.franchisee_id = l.franchisee_id and q.fee_line_id = l.id and q.status = 'APPROVED' and q.stops) as stopped
    from fee_line l cross join lateral (select coalesce(-sum(p.amount), 0)::bigint as waived from ledger_posting p
        join ledger_entry e on e.franchisee_id = p.franchisee_id and e.id = p.entry_id
       where p.franchisee_id = l.franchisee_id and p.fee_line_id = l.id and p.account_code = '1200' and e.source = 'latefee.waived') w
   where l.franchisee_id = ${account.franchiseeId} and l.fee_account_id = ${account.feeAccountId} and l.kind = 'LATE_FEE' and l.state = 'OPEN'
   order by l.due_on desc, l.id`.execute(db);
  return { rows };
});

export const askWaiver = handle(lateFeeContract.ask, async ({ db, input }) => {
  const line = await lateFee(db, input.feeLineId);
  ensureOpen(line, input.amount);
  const made = await db
    .insertInto('late_fee_waiver')
    .values({
      franchisee_id: line.franchisee_id,
      fee_line_id: line.id,
      amount: input.amount,
      stops: input.stops,
      reason: input.reason,
    })
    // One waits at a time; no other key of the row can be taken.
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw refuseFinance('late-fee.waiting');
  return { id: made.id };
});

async function lateFee(db: Db, id: string): Promise<RowIn<'fee_line'>> {
  const line = ensureFound(
    await db
      .selectFrom('fee_line')
      .selectAll()
      .where('id', '=', id)
      .where('kind', '=', 'LATE_FEE')
      .executeTakeFirst(),
  );
  await lockFeeAccount(db, line.franchisee_id, line.fee_account_id);
  return lockRow(db, 'fee_line', id);
}

/** What is paid comes back by a credit note; only what is open can be waived. */
function ensureOpen(line: RowIn<'fee_line'>, amount: number): void {
  ensure(line.state === 'OPEN' && line.allocated < line.net, () => refuseFinance('fee-line.paid'));
  ensure(amount <= line.net - line.allocated, () =>
    refuse('input.invalid', { fields: { amount: 'Not more than is open' } }),
  );
}

export const approveWaiver = handle(lateFeeContract.approve, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'late_fee_waiver', input.id, version);
  ensureStep(lateFeeWaiverStates, row.status, 'approve');
  const line = await lateFee(db, row.fee_line_id);
  ensure(line.net - line.allocated >= row.amount, () => refuseFinance('late-fee.paid-since'));
  await decide(db, actor, {
    states: lateFeeWaiverStates,
    table: 'late_fee_waiver',
    row,
    action: 'approve',
    decision: 'APPROVE',
    makers: [row.requested_by],
    reason: input.note ?? null,
    set: { decided_by: userIdOf(actor), decided_at: now, decision_note: input.note ?? null },
  });
  // After the decision's own refusals: whoever asked for it hears that, not of a level.
  await ensureAmountLevel(db, actor, { subject: 'NOTE', amount: row.amount });
  const entryId = await moveLateFee(db, line, {
    amount: row.amount,
    on: todayIst(now),
    source: 'latefee.waived',
    sourceId: row.id,
    reason: `Waived: ${row.reason}`,
  });
  await db
    .updateTable('late_fee_waiver')
    .set({ entry_id: entryId })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return { amount: row.amount };
});

export const rejectWaiver = handle(lateFeeContract.reject, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'late_fee_waiver', input.id, version);
  await decide(db, actor, {
    states: lateFeeWaiverStates,
    table: 'late_fee_waiver',
    row,
    action: 'reject',
    decision: 'REJECT',
    makers: [row.requested_by],
    reason: input.note,
    set: { decided_by: userIdOf(actor), decided_at: now, decision_note: input.note },
  });
  return {};
});
