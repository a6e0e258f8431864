// What a payout is made of (finance.md 3.12): receipts the gateway has settled, their fees, what left or came to the centre's
// account with head office otherwise, and dues, oldest first, up to what remains. Only reads; the caller holds the lock.
import { type Day, financialYear } from '@aangan/contract/period.ts';
import { paise } from '@aangan/money/paise.ts';
import { share } from '@aangan/money/split.ts';
import { istDay } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type { LineKind } from './settlement.states.ts';

/** Paise below which a payout waits for the next one. */
export const PAYOUT_MIN = 500_00;
/** Days from payment to payout where no agreement says otherwise. */
const T_PLUS = 2;

export interface SettlementLine {
  readonly kind: LineKind;
  readonly subjectId: string;
  /** Paise; what lowers the payout is below zero. */
  readonly amount: number;
  readonly tds?: {
    readonly section: string;
    readonly rateBp: number;
    readonly base: number;
    readonly amount: number;
  };
}

export interface SettlementSums {
  readonly gross: number;
  readonly gatewayFee: number;
  readonly refunds: number;
  readonly adjustments: number;
  readonly dues: number;
  readonly net: number;
}

interface Of {
  /** Null: every centre in reach. */
  readonly franchiseeId: number | null;
  readonly cutOff: Day;
  /** A batch whose own lines count as free. */
  readonly ignoring?: string;
}

/** The agreement of a payment's centre on the cut-off day: days to wait. */
export const agreementOn = (cutOff: Day): RawBuilder<unknown> => sql`
  lateral (select a.t_plus, a.tds_mode from royalty_agreement a where a.franchisee_id = f.id and a.status = 'APPROVED'
    and a.from_on <= ${cutOff} and (a.to_on is null or a.to_on >= ${cutOff}) limit 1)`;

/** Online money of families; a centre's own to head office and for kits is none. */
export const ofFamilies = sql`p.mode = 'ONLINE' and p.status = 'CONFIRMED' and p.purpose in ('FORM_FEE', 'FEE', 'SERVICE')`;

/** The first day a payout may have the payment. */
export const dueFrom = sql`${istDay('p.paid_at')} + coalesce(g.t_plus, ${T_PLUS}::int)`;

const isFree = (
  kinds: readonly LineKind[],
  subject: RawBuilder<unknown>,
  centre: RawBuilder<unknown>,
  ignoring?: string,
) => sql`
  not exists (select from settlement_line l where l.franchisee_id = ${centre} and l.subject_id = ${subject} and l.active
    and l.kind = any (${[...kinds]}::text[]) and ${ignoring === undefined ? sql`true` : sql`l.batch_id <> ${ignoring}`})`;

/** Entries on the centre's account with head office that are told by receipts, dues and payouts themselves. */
const TOLD = ['gateway.settled', 'settlement.setoff', 'payout.initiated'];

/** Rows of (franchisee_id, kind, subject_id, amount, at), dues left out. */
export function freeLines({ franchiseeId, cutOff, ignoring }: Of): RawBuilder<unknown> {
  const here = franchiseeId === null ? sql`not f.is_head_office` : sql`f.id = ${franchiseeId}`;
  return sql`
    with paid as (
      select p.franchisee_id, p.id, p.amount, p.gateway_fee, p.gateway_fee_by, p.paid_at
        from franchisee f join payment p on p.franchisee_id = f.id left join ${agreementOn(cutOff)} g on true
       where ${here} and ${ofFamilies} and p.gateway_settled_on <= ${cutOff} and ${dueFrom} <= ${cutOff}
         and ${isFree(['RECEIPT'], sql`p.id`, sql`p.franchisee_id`, ignoring)}
         and not exists (select from settlement_hold h where h.franchisee_id = p.franchisee_id and h.payment_id = p.id and h.released_at is null))
    select franchisee_id, 'RECEIPT' as kind, id as subject_id, amount, paid_at as at from paid
    union all
    select franchisee_id, 'FEE', id, -gateway_fee, paid_at from paid where gateway_fee_by = 'CENTRE' and gateway_fee > 0
    union all
    select e.franchisee_id, case when coalesce(o.source, e.source) = 'refund.sent' then 'REFUND' else 'ADJUSTMENT' end, e.id, sum(x.amount)::bigint, e.posted_at
      from franchisee f join ledger_posting x on x.franchisee_id = f.id and x.account_code = '1300'
      join ledger_entry e on e.franchisee_id = x.franchisee_id and e.id = x.entry_id
      left join ledger_entry o on o.franchisee_id = e.franchisee_id and o.id = e.reverses_entry_id
     where ${here} and e.effective_on <= ${cutOff} and e.source <> all (${['payment.captured', ...TOLD]}::text[])
       and coalesce(o.source, '') <> all (${TOLD}::text[]) and ${isFree(['REFUND', 'ADJUSTMENT'], sql`e.id`, sql`e.franchisee_id`, ignoring)}
     group by 1, 2, 3, e.posted_at having sum(x.amount) <> 0`;
}

/** The lines of one centre's next payout, in a fixed order. */
export async function linesOf(db: Db, of: Of & { franchiseeId: number }): Promise<SettlementLine[]> {
  const { rows } = await sql<{ kind: LineKind; subjectId: string; amount: number }>`
    select kind, subject_id as "subjectId", amount from (${freeLines(of)}) t order by kind, at, subject_id`.execute(
    db,
  );
  const left = rows.reduce((sum, row) => sum + row.amount, 0);
  return [...rows, ...(await setOff(db, { ...of, left }))];
}

/** Dues that have fallen due; what a transfer of the centre is on its way for is left to that. */
export const toSetOff = (cutOff: Day): RawBuilder<boolean> => sql`
  d.settled < d.amount and d.due_on <= ${cutOff} and not exists (select from payment w, jsonb_array_elements(w.selection) s
    where w.franchisee_id = d.franchisee_id and w.purpose = 'FRANCHISEE_DUE' and w.status = 'APPROVAL_WAITING' and s ->> 'dueId' = d.id::text)`;

/** Dues that have fallen due, oldest first, up to what is left. */
async function setOff(
  db: Db,
  { franchiseeId, cutOff, left }: { franchiseeId: number; cutOff: Day; left: number },
): Promise<SettlementLine[]> {
  const { rows: dues } = await sql<{
    id: string;
    franchisee_id: number;
    kind: string;
    issued_on: Day;
    taxable: number;
    amount: number;
    settled: number;
  }>`select d.* from franchisee_due d where d.franchisee_id = ${franchiseeId} and ${toSetOff(cutOff)} order by d.due_on, d.id`.execute(
    db,
  );
  const lines: SettlementLine[] = [];
  let rest = left;
  for (const due of dues) {
    const amount = Math.min(rest, due.amount - due.settled);
    if (amount <= 0) break;
    rest -= amount;
    const tds = due.kind === 'ROYALTY' ? await tdsOf(db, due) : null;
    lines.push({
      kind: due.kind === 'ROYALTY' ? 'ROYALTY' : 'DUE',
      subjectId: due.id,
      amount: -amount,
      ...(tds ? { tds } : {}),
    });
  }
  return lines;
}

/**
 * Tax the centre deducts of a royalty invoice: on the value without GST, on the whole year's once that passes the
 * threshold (finance.md 3.9). For information: the invoice is set off whole. Null where none is deducted.
 */
async function tdsOf(
  db: Db,
  due: { franchisee_id: number; id: string; issued_on: Day; taxable: number },
): Promise<SettlementLine['tds'] | null> {
  const from = `${financialYear(due.issued_on).startYear}-04-01`;
  const { rows } = await sql<{
    section: string;
    rate: number;
    threshold: number;
    before: number;
    mode: string;
  }>`
    select r.section, r.rate_bp as rate, r.threshold, coalesce(a.tds_mode, 'REIMBURSE') as mode,
      (select coalesce(sum(d.taxable), 0)::bigint from franchisee_due d where d.franchisee_id = ${due.franchisee_id} and d.kind = 'ROYALTY'
          and d.issued_on >= ${from} and (d.issued_on, d.id) < (${due.issued_on}::date, ${due.id}::uuid)) as before
      from tds_rate r left join royalty_agreement a on a.franchisee_id = ${due.franchisee_id} and a.status = 'APPROVED'
        and a.from_on <= ${due.issued_on} and (a.to_on is null or a.to_on >= ${due.issued_on})
     where r.from_on <= ${due.issued_on} and (r.to_on is null or r.to_on >= ${due.issued_on}) limit 1`.execute(
    db,
  );
  const rule = rows[0];
  if (!rule || rule.mode === 'NONE') return null;
  const until = (sum: number) => (sum > rule.threshold ? share(paise(sum), rule.rate) : 0);
  return {
    section: rule.section,
    rateBp: rule.rate,
    base: due.taxable,
    amount: until(rule.before + due.taxable) - until(rule.before),
  };
}

export function sumsOf(lines: readonly SettlementLine[]): SettlementSums {
  const of = (...kinds: LineKind[]) =>
    lines.reduce((sum, line) => (kinds.includes(line.kind) ? sum + line.amount : sum), 0);
  return {
    gross: of('RECEIPT'),
    gatewayFee: -of('FEE'),
    refunds: -of('REFUND'),
    adjustments: of('ADJUSTMENT'),
    dues: -of('ROYALTY', 'DUE'),
    net: lines.reduce((sum, line) => sum + line.amount, 0),
  };
}

/** Waits until nobody else prepares or approves a payout of the centre (finance.md 3.12 'settlement_control'). */
export async function lockSettlement(db: Db, franchiseeId: number): Promise<void> {
  await db
    .insertInto('settlement_control')
    .values({ franchisee_id: franchiseeId })
    .onConflict((oc) => oc.column('franchisee_id').doNothing())
    .execute();
  await db
    .selectFrom('settlement_control')
    .select('franchisee_id')
    .where('franchisee_id', '=', franchiseeId)
    .forUpdate()
    .execute();
}

export const payoutAccount = (db: Db, franchiseeId: number) =>
  db
    .selectFrom('bank_account')
    .selectAll()
    .where('franchisee_id', '=', franchiseeId)
    .where('kind', '=', 'PAYOUT')
    .where('status', '=', 'VERIFIED')
    .executeTakeFirst();
