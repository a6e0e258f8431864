// What a payout would be, what it is made of, and what is in none: read from the lines, the payments and the dues.
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre, istDay } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseFinance } from '../finance.refusals.ts';
import { gatewayConfig } from '../gateway/razorpay-client.server.ts';
import { sourceTitle } from '../ledger/sources.ts';
import { isOpen, noAccount, tooLittle } from './build-settlement.server.ts';
import { type SettlementCentre, settlementContract } from './settlement.contract.ts';
import { settlementListing } from './settlement.listing.server.ts';
import { type LineKind, lineKinds, type waitReasons } from './settlement.states.ts';
import {
  agreementOn,
  dueFrom,
  freeLines,
  ofFamilies,
  PAYOUT_MIN,
  toSetOff,
} from './settlement-lines.server.ts';

const SHOWN = 200;

type Sums = Omit<SettlementCentre, 'dues' | 'net' | 'warnings' | 'ready'> & { owed: number; open: boolean };

export const preview = handle(settlementContract.preview, async ({ db, actor, input, now, ports }) => {
  const cutOff = input.cutOff ?? addDays(todayIst(now), -1);
  const { rows } = await sql<Sums>`
    with free as (select franchisee_id, kind, amount from (${freeLines({ franchiseeId: actor.franchiseeId, cutOff })}) t)
    select f.id, f.company_name as name, coalesce(s.receipts, 0)::int as receipts, coalesce(s.gross, 0)::bigint as gross, coalesce(s.fee, 0)::bigint as "gatewayFee",
      coalesce(s.refunds, 0)::bigint as refunds, coalesce(s.adjustments, 0)::bigint as adjustments, coalesce(d.owed, 0)::bigint as owed,
      coalesce(w.waiting, 0)::bigint as waiting, coalesce(w.held, 0)::bigint as held, k.last4,
      exists (select from settlement_batch b where b.franchisee_id = f.id and b.status in ('DRAFT', 'SUBMITTED')) as open
    from franchisee f
    left join (select franchisee_id, count(*) filter (where kind = 'RECEIPT') as receipts, sum(amount) filter (where kind = 'RECEIPT') as gross, -sum(amount) filter (where kind = 'FEE') as fee,
      -sum(amount) filter (where kind = 'REFUND') as refunds, sum(amount) filter (where kind = 'ADJUSTMENT') as adjustments from free group by 1) s on s.franchisee_id = f.id
    left join lateral (select sum(d.amount - d.settled) as owed from franchisee_due d where d.franchisee_id = f.id and ${toSetOff(cutOff)}) d on true
    left join lateral (select sum(p.amount) as waiting, sum(p.amount) filter (where h.id is not null) as held
      from payment p left join ${agreementOn(cutOff)} g on true left join settlement_hold h on h.franchisee_id = p.franchisee_id and h.payment_id = p.id and h.released_at is null
      where p.franchisee_id = f.id and ${ofFamilies} and (h.id is not null or p.gateway_settled_on is null or p.gateway_settled_on > ${cutOff} or ${dueFrom} > ${cutOff})) w on true
    left join lateral (select last4 from bank_account where franchisee_id = f.id and kind = 'PAYOUT' and status = 'VERIFIED' limit 1) k on true
    where not f.is_head_office and ${inChosenCentre(actor, 'f.id')} and (s.franchisee_id is not null or w.waiting > 0)
    order by f.company_name, f.id`.execute(db);
  const last = await db
    .selectFrom('gateway_settlement')
    .select(({ fn }) => fn.max('updated_at').as('at'))
    .executeTakeFirst();
  return {
    cutOff,
    centres: rows.map(centreOf),
    lastImport: last?.at ?? null,
    gateway: gatewayConfig(ports.config) !== null,
  };
});

function centreOf({ owed, open, ...row }: Sums): SettlementCentre {
  const before = row.gross - row.gatewayFee - row.refunds + row.adjustments;
  const dues = Math.max(0, Math.min(owed, before));
  const net = before - dues;
  const warnings = [
    ...(open ? [isOpen] : []),
    ...(row.last4 === null ? [noAccount] : []),
    ...(before < 0 ? ['More was given back than came in: it is taken from the next payouts'] : []),
    ...(before >= 0 && before > 0 && net < PAYOUT_MIN ? [tooLittle] : []),
  ];
  return { ...row, dues, net, warnings, ready: warnings.length === 0 && net >= PAYOUT_MIN };
}

interface Leaf {
  id: string;
  kind: LineKind;
  label: string;
  detail: string | null;
  amount: number;
  parts: { label: string; amount: number }[] | null;
  paymentId: string | null;
  source: string | null;
}

/** Groups, documents and what each receipt paid; refuses a tree whose leaves do not sum to the net. */
export const getSettlement = handle(settlementContract.get, async ({ db, actor, input }) => {
  const row = ensureFound(await settlementListing.row({ db, actor }, input.id));
  const leaves = await leavesOf(db, row.franchiseeId, row.id);
  const groups = (Object.keys(lineKinds) as LineKind[]).flatMap((kind) => {
    const own = leaves.filter((leaf) => leaf.kind === kind);
    return own.length === 0
      ? []
      : [{ kind, amount: own.reduce((sum, leaf) => sum + leaf.amount, 0), leaves: own.map(shown) }];
  });
  const sum = groups.reduce((total, group) => total + group.amount, 0);
  const parts = leaves.every(
    (leaf) =>
      leaf.parts === null || leaf.parts.reduce((total, part) => total + part.amount, 0) === leaf.amount,
  );
  ensure(sum === row.net && parts, () => refuseFinance('settlement.unexplained'));
  const { rows: tds } = await sql<{
    document: string;
    section: string;
    rateBp: number;
    base: number;
    amount: number;
  }>`
    select d.number as document, l.tds_section as section, l.tds_rate_bp as "rateBp", l.tds_base as base, l.tds_amount as amount
      from settlement_line l join franchisee_due d on d.franchisee_id = l.franchisee_id and d.id = l.subject_id
     where l.franchisee_id = ${row.franchiseeId} and l.batch_id = ${row.id} and l.tds_section is not null order by d.due_on, d.id`.execute(
    db,
  );
  const more = await db
    .selectFrom('settlement_batch as b')
    .leftJoin('bank_account as k', (join) =>
      join.onRef('k.franchisee_id', '=', 'b.franchisee_id').onRef('k.id', '=', 'b.bank_account_id'),
    )
    .select(['b.attempt', 'k.bank', 'k.last4'])
    .where('b.id', '=', row.id)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    groups,
    tds,
    attempt: more.attempt,
    account: more.last4 ? `${more.bank}, account ends in ${more.last4}` : null,
  };
});

const shown = ({ kind: _kind, source, ...leaf }: Leaf) => ({
  ...leaf,
  label: source === null ? leaf.label : sourceTitle(source),
  parts: leaf.parts ?? [],
});

/** What a receipt paid is what its payment was put on when it came; the rest was paid ahead. */
const leavesOf = async (db: Db, franchiseeId: number, batchId: string): Promise<Leaf[]> =>
  (
    await sql<Leaf>`
    select l.id, l.kind, l.amount, p.id as "paymentId", coalesce(o.source, e.source) as source,
      coalesce(r.number, d.number, p.provider_payment_id, '') as label,
      coalesce(case when l.kind = 'RECEIPT' then a.child_label when l.kind = 'FEE' then 'Fee of the gateway' end, d.label, e.narration) as detail,
      case when l.kind = 'RECEIPT' then coalesce(x.parts, '[]'::jsonb) || case when p.amount > coalesce(x.sum, 0)
        then jsonb_build_array(jsonb_build_object('label', 'Paid ahead', 'amount', p.amount - coalesce(x.sum, 0))) else '[]'::jsonb end end as parts
    from settlement_line l
    left join payment p on l.kind in ('RECEIPT', 'FEE') and p.franchisee_id = l.franchisee_id and p.id = l.subject_id
    left join receipt r on r.franchisee_id = p.franchisee_id and r.payment_id = p.id
    left join fee_account a on a.franchisee_id = p.franchisee_id and a.id = p.fee_account_id
    left join lateral (select jsonb_agg(jsonb_build_object('label', t.label, 'amount', t.amount) order by t.no) as parts, sum(t.amount) as sum
      from (select min(y.line_no) as no, i.label as label, sum(y.amount) as amount from payment_allocation y
        join fee_line i on i.franchisee_id = y.franchisee_id and i.id = y.fee_line_id
        where y.franchisee_id = p.franchisee_id and y.payment_id = p.id and y.amount > 0 and y.reverses_no is null and y.fee_line_id is not null group by 2) t) x on l.kind = 'RECEIPT'
    left join ledger_entry e on l.kind in ('REFUND', 'ADJUSTMENT') and e.franchisee_id = l.franchisee_id and e.id = l.subject_id
    left join ledger_entry o on o.franchisee_id = e.franchisee_id and o.id = e.reverses_entry_id
    left join franchisee_due d on l.kind in ('ROYALTY', 'DUE') and d.franchisee_id = l.franchisee_id and d.id = l.subject_id
    where l.franchisee_id = ${franchiseeId} and l.batch_id = ${batchId}
    order by coalesce(p.paid_at, e.posted_at, d.created_at), l.kind, l.id`.execute(db)
  ).rows;

interface WaitingRow {
  id: string;
  label: string;
  paidOn: string | null;
  amount: number;
  reason: keyof typeof waitReasons;
  holdId: string | null;
  note: string | null;
}

export const waiting = handle(settlementContract.waiting, async ({ db, actor, input, now }) => {
  const cutOff = addDays(todayIst(now), -1);
  const here =
    input.franchiseeId === undefined ? inChosenCentre(actor, 'f.id') : sql`f.id = ${input.franchiseeId}`;
  const from = sql`franchisee f join payment p on p.franchisee_id = f.id left join ${agreementOn(cutOff)} g on true
    left join settlement_hold h on h.franchisee_id = p.franchisee_id and h.payment_id = p.id and h.released_at is null
    where ${here} and ${ofFamilies} and not exists (select from settlement_line l where l.franchisee_id = p.franchisee_id and l.subject_id = p.id and l.kind = 'RECEIPT' and l.active)`;
  const { rows } = await sql<WaitingRow>`
    select p.id, coalesce(r.number, p.provider_payment_id, '') || coalesce(' · ' || a.child_label, '') as label, ${istDay('p.paid_at')} as "paidOn", p.amount, h.id as "holdId", h.reason as note,
      case when h.id is not null then 'HELD' when p.gateway_settled_on is null then 'GATEWAY' when ${dueFrom} > ${cutOff} or p.gateway_settled_on > ${cutOff} then 'YOUNG' else 'NEXT' end as reason
    from (select p.*, h.id as hold_id, h.reason as hold_reason, g.t_plus from ${from} order by (h.id is null), p.paid_at desc, p.id limit ${SHOWN + 1}) p
    left join lateral (select p.t_plus) g on true left join lateral (select p.hold_id as id, p.hold_reason as reason) h on true
    left join receipt r on r.franchisee_id = p.franchisee_id and r.payment_id = p.id
    left join fee_account a on a.franchisee_id = p.franchisee_id and a.id = p.fee_account_id
    order by (h.id is null), p.paid_at desc, p.id`.execute(db);
  const { rows: sums } = await sql<{
    total: number;
  }>`select coalesce(sum(p.amount), 0)::bigint as total from ${from}`.execute(db);
  return {
    rows: rows.slice(0, SHOWN),
    total: sums[0]?.total ?? 0,
    more: rows.length > SHOWN,
    canHold: mayCall(actor, settlementContract.hold),
  };
});
