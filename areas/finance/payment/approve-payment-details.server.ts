// /approve-payment/approve-payment-details/{enquiryID}: what the person who approves has to see before saying yes.
import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { findFeeAccount } from '../fee-account/fee-account.server.ts';
import { financeModules } from '../modules.ts';
import { approvePaymentDetailsContract } from './approve-payment-details.contract.ts';
import type { SelectedLine } from './open-payment.server.ts';
import { type Payable, payableOf } from './payable.server.ts';

const NEWEST = 100;

interface OfflineRow {
  id: string;
  franchisee_id: number;
  purpose: string;
  mode: string;
  amount: number;
  status: 'APPROVAL_WAITING';
  selection: unknown;
  double_of: string | null;
  payer_name: string | null;
  ref_norm: string | null;
  instrument: unknown;
  receipt_book_no: string | null;
  note: string | null;
  received_on: string | null;
  created_at: string;
  maker: string | null;
  maker_name: string | null;
  decider_name: string | null;
  decided_at: string | null;
  failure_reason: string | null;
  receipt_number: string | null;
  receipt_file: string | null;
  proof_file: string | null;
  proof_name: string | null;
  proof_mime: string | null;
}

export const approvalDetails = handle(
  approvePaymentDetailsContract.details,
  async ({ db, actor, input, now }) => {
    const account = ensureFound(await findFeeAccount(db, input.ref));
    const payable = await payableOf(db, account, todayIst(now));
    const rows = await offlinePayments(db, account);
    const events = await eventsOf(
      db,
      account.franchiseeId,
      rows.map((row) => row.id),
    );
    const { company_name } = await db
      .selectFrom('franchisee')
      .select('company_name')
      .where('id', '=', account.franchiseeId)
      .executeTakeFirstOrThrow();
    return {
      feeAccountId: account.id,
      studentAdmissionId: account.studentAdmissionId,
      child: account.childLabel,
      centre: company_name,
      ...payable,
      payments: rows.map((row) => shown(row, actor, payable, events.get(row.id) ?? [])),
    };
  },
);

async function offlinePayments(
  db: Db,
  account: { franchiseeId: number; id: string },
): Promise<readonly OfflineRow[]> {
  const { rows } = await sql<OfflineRow>`
    select p.id, p.franchisee_id, p.purpose, p.mode, p.amount, p.status, p.selection, p.double_of, p.payer_name, p.ref_norm, p.instrument, p.receipt_book_no,
      p.note, p.received_on, p.created_at, p.maker, ${personName('m')} as maker_name,
      ${personName('d')} as decider_name, p.decided_at, p.failure_reason,
      r.number as receipt_number, r.file_id as receipt_file, f.id as proof_file, f.name as proof_name, f.mime as proof_mime
    from payment p left join app_user m on m.id = p.maker left join app_user d on d.id = p.decided_by
      left join receipt r on r.franchisee_id = p.franchisee_id and r.payment_id = p.id
      left join file f on f.franchisee_id = p.franchisee_id and f.id = p.proof_file
    where p.franchisee_id = ${account.franchiseeId} and p.fee_account_id = ${account.id} and p.mode <> 'ONLINE'
    order by (p.status = 'APPROVAL_WAITING') desc, p.created_at desc limit ${NEWEST}`.execute(db);
  return rows;
}

type Event = { at: string; kind: string; data: Record<string, unknown>; who: string | null };

async function eventsOf(
  db: Db,
  franchiseeId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Event[]>> {
  const events = new Map<string, Event[]>();
  if (ids.length === 0) return events;
  const rows = await db
    .selectFrom('payment_event')
    .select(['payment_id', 'at', 'kind', 'data'])
    .where('franchisee_id', '=', franchiseeId)
    .where('payment_id', 'in', [...ids])
    .orderBy('at', 'desc')
    .execute();
  for (const row of rows)
    events.set(row.payment_id, [
      ...(events.get(row.payment_id) ?? []),
      { at: row.at, kind: row.kind, data: row.data as Record<string, unknown>, who: null },
    ]);
  return events;
}

function shown(row: OfflineRow, actor: Actor, payable: Payable, events: readonly Event[]) {
  const waiting = row.status === 'APPROVAL_WAITING';
  const decide =
    waiting && holds(actor, financeModules.ApprovePaymentList, true) && row.maker !== actor.userId;
  const instrument = (row.instrument ?? {}) as {
    bankName?: string | null;
    date?: string | null;
    clearedOn?: string;
  };
  return {
    id: row.id,
    purpose: row.purpose,
    mode: row.mode,
    amount: row.amount,
    status: row.status,
    payerName: row.payer_name,
    reference: row.ref_norm,
    bankName: instrument.bankName ?? null,
    instrumentDate: instrument.date ?? null,
    clearedOn: instrument.clearedOn ?? null,
    receiptBookNo: row.receipt_book_no,
    note: row.note,
    receivedOn: row.received_on,
    createdAt: row.created_at,
    makerName: row.maker_name,
    deciderName: row.decider_name,
    decidedAt: row.decided_at,
    failureReason: row.failure_reason,
    receiptNumber: row.receipt_number,
    receiptUrl: row.receipt_file
      ? fileUrl({ franchiseeId: row.franchisee_id, fileId: row.receipt_file })
      : null,
    proof: row.proof_file
      ? {
          name: row.proof_name ?? 'Proof',
          url: `${fileUrl({ franchiseeId: row.franchisee_id, fileId: row.proof_file })}&inline=1`,
          picture: (row.proof_mime ?? '').startsWith('image/'),
        }
      : null,
    planned: waiting ? plannedFor(row, payable) : [],
    timeline: events.map((event) => ({ ...event, who: whoOf(event.kind, row) })),
    can: { approve: decide, reject: decide },
  };
}

const whoOf = (kind: string, row: OfflineRow): string | null =>
  kind === 'RECORDED' ? row.maker_name : ['CONFIRMED', 'REJECTED'].includes(kind) ? row.decider_name : null;

/** As allocatePayment puts money on lines: what was chosen, else all open ones, in the order of payment; the rest is advance. */
function plannedFor(
  row: OfflineRow,
  payable: Payable,
): { label: string; dueOn: string | null; amount: number }[] {
  if (row.purpose === 'FORM_FEE') return [{ label: 'Fee of the form', dueOn: null, amount: row.amount }];
  const chosen = row.selection as SelectedLine[];
  const wanted = row.double_of
    ? []
    : chosen.length
      ? payable.lines.flatMap((line) => chosen.filter((one) => one.feeLineId === line.id))
      : payable.lines.map((line) => ({ feeLineId: line.id, amount: line.open }));
  const out: { label: string; dueOn: string | null; amount: number }[] = [];
  let left = row.amount;
  for (const { feeLineId, amount } of wanted) {
    const line = payable.lines.find((one) => one.id === feeLineId);
    const part = line ? Math.min(amount, left, line.open) : 0;
    if (!line || part <= 0) continue;
    out.push({ label: line.label, dueOn: line.dueOn, amount: part });
    left -= part;
  }
  return left > 0 ? [...out, { label: 'Advance', dueOn: null, amount: left }] : out;
}
