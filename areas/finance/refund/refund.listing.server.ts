import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay, personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { accountName, HEAD_OFFICE } from '../ledger/chart.ts';
import { refundContract, refunds } from './refund.contract.ts';
import { refundStates } from './refund.states.ts';

export const refundListing = serveListing(refunds, {
  from: sql`refund f join fee_account k on k.franchisee_id = f.franchisee_id and k.id = f.fee_account_id join franchisee z on z.id = f.franchisee_id`,
  alias: 'f',
  joins: sql`left join app_user u on u.id = f.maker`,
  columns: {
    childLabel: 'k.child_label',
    number: 'f.number',
    centre: 'z.company_name',
    amount: 'f.amount',
    reasonCode: 'f.reason_code',
    reason: 'f.reason',
    mode: 'f.mode',
    // As a reader gets it back: a filter from and to that very instant finds the row.
    askedAt: sql`date_trunc('milliseconds', f.created_at)`,
    askedBy: personName('u'),
    doneAt: 'f.done_at',
    reference: 'f.reference',
    status: 'f.status',
    maker: 'f.maker',
    paymentId: 'f.payment_id',
    feeAccountId: 'f.fee_account_id',
    advance: 'f.advance',
    deposit: 'f.deposit',
    failureReason: 'f.failure_reason',
    codes: sql`array(select b.approval_code from approval_band b where b.subject = 'REFUND'
      and (b.up_to_amount is null or f.amount <= b.up_to_amount) order by b.level)`,
  },
  can: (row, actor) => {
    const steps = new Set<string>(actionsFrom(refundStates, row.status));
    const other = row.maker !== actor.userId;
    return {
      approve:
        other &&
        steps.has('approve') &&
        mayCall(actor, refundContract.approve) &&
        row.codes.some((code) => holdsCode(actor, code)),
      reject: other && steps.has('reject') && mayCall(actor, refundContract.reject),
      retry: steps.has('retry') && row.mode === 'ORIGINAL' && mayCall(actor, refundContract.retry),
      pay:
        steps.has('pay') &&
        (row.mode === 'BANK' || row.status === 'FAILED') &&
        mayCall(actor, refundContract.pay),
    };
  },
});
export const { handlers } = refundListing;

export const getRefund = handle(refundContract.get, async ({ db, actor, input }) => {
  const row = ensureFound(await refundListing.row({ db, actor }, input.id));
  const { rows: details } = await sql<{
    payment: {
      mode: string;
      amount: number;
      on: string;
      receiptNumber: string | null;
      payerName: string | null;
    };
    payee: { name: string | null; ifsc: string | null; last4: string | null } | null;
    attempts: number;
    decidedBy: string | null;
    decisionNote: string | null;
    providerRefundIds: string[];
  }>`
    select json_build_object('mode', p.mode, 'amount', p.amount, 'on', coalesce(p.received_on, ${istDay('p.paid_at')}),
        'receiptNumber', r.number, 'payerName', p.payer_name) as payment,
      case when f.payee_cipher is not null then json_build_object('name', f.payee_name, 'ifsc', f.payee_ifsc, 'last4', f.payee_last4) end as payee,
      f.attempts, ${personName('u')} as "decidedBy", f.decision_note as "decisionNote",
      array(select x.ref from provider_reference x where x.provider = 'razorpay' and x.kind = 'REFUND' and x.subject_id = f.id::text) as "providerRefundIds"
    from refund f join payment p on p.franchisee_id = f.franchisee_id and p.id = f.payment_id
    left join receipt r on r.franchisee_id = p.franchisee_id and r.payment_id = p.id
    left join app_user u on u.id = f.decided_by
   where f.franchisee_id = ${row.franchiseeId} and f.id = ${row.id}`.execute(db);
  const { providerRefundIds, ...found } = ensureFound(details[0]);
  const { rows: postings } = await sql<{
    book: 'CENTRE' | 'HEAD_OFFICE';
    on: string;
    code: string;
    amount: number;
  }>`
    select case when e.franchisee_id = ${HEAD_OFFICE} then 'HEAD_OFFICE' else 'CENTRE' end as book, e.effective_on as on, p.account_code as code, p.amount
      from ledger_entry e join ledger_posting p on p.franchisee_id = e.franchisee_id and p.entry_id = e.id
     where e.franchisee_id in (${row.franchiseeId}, ${HEAD_OFFICE}) and e.source in ('refund.approved', 'refund.sent', 'refund.processed')
       and e.source_id = any(${[row.id, `${row.id}:bank`, ...providerRefundIds]}) order by e.posted_at, 1, p.line`.execute(
    db,
  );
  return {
    ...row,
    ...found,
    postings: postings.map(({ code, ...one }) => ({ ...one, account: `${code} ${accountName(code)}` })),
  };
});
