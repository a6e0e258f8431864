// What a month comes to, centre by centre, before it is frozen and after; with what head office should look at first.
import { addMonths, type Day, endOfMonth } from '@aangan/contract/period.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { taxRateOn } from '../fee-type/tax-rate.server.ts';
import { invoiceSums, levelRow, periodEndingIn } from './royalty-month-rules.ts';
import type { RunCentre } from './royalty-run.contract.ts';

interface Found {
  id: number;
  name: string;
  gstin: string | null;
  agreed: boolean;
  minGuarantee: number | null;
  minPeriod: 'MONTH' | 'QUARTER' | 'YEAR' | null;
  cap: number | null;
  marketingBp: number;
  royalty: number;
  base: number;
  quarter: number;
  lastMonth: number;
  waiting: number;
  earlier: boolean;
  status: RunCentre['status'] | null;
  carried: boolean | null;
  invoiceId: string | null;
  number: string | null;
  error: string | null;
  invoiced: { taxable: number; marketing: number; tax: number; total: number } | null;
}

/** Centres of the month: those of its run, else those with royalty or an agreement. Amounts of an invoice are the invoice's. */
export async function previewCentres(
  db: Db,
  actor: Actor,
  { month, run }: { month: Day; run: { id: string } | null },
): Promise<RunCentre[]> {
  const last = endOfMonth(month);
  const { rows } = await sql<Found>`
    select f.id, f.company_name as name, f.gstin, g.id is not null as agreed, g.min_guarantee as "minGuarantee", g.min_period as "minPeriod", g.cap,
      coalesce(g.marketing_bp, 0) as "marketingBp", coalesce(a.royalty, 0)::bigint as royalty, coalesce(a.base, 0)::bigint as base,
      coalesce(q.royalty, 0)::bigint as quarter, coalesce(p.royalty, 0)::bigint as "lastMonth",
      (select count(*) from payment w where w.franchisee_id = f.id and w.status = 'APPROVAL_WAITING' and w.fee_account_id is not null
        and w.received_on between ${month} and ${last})::int as waiting,
      exists (select from royalty_accrual e where e.franchisee_id = f.id and e.month < ${month} and e.status = 'ACCRUED') as earlier,
      c.status, c.carried, c.error, i.id as "invoiceId", i.number,
      case when i.id is not null then json_build_object('taxable', i.taxable, 'marketing', i.marketing, 'tax', i.cgst + i.sgst + i.igst, 'total', i.total) end as invoiced
      from franchisee f
      left join lateral (select * from royalty_agreement g where g.franchisee_id = f.id and g.status = 'APPROVED' and g.model = 'COLLECTED'
        and g.from_on <= ${last} and (g.to_on is null or g.to_on >= ${last}) limit 1) g on true
      left join lateral (select sum(royalty) as royalty, sum(base) as base from royalty_accrual where franchisee_id = f.id and month = ${month}) a on true
      left join lateral (select sum(royalty) as royalty from royalty_accrual where franchisee_id = f.id and month between ${addMonths(month, -2)} and ${month}) q on true
      left join lateral (select sum(royalty) as royalty from royalty_accrual where franchisee_id = f.id and month = ${addMonths(month, -1)}) p on true
      left join royalty_run_centre c on c.franchisee_id = f.id and c.month = ${month}
      left join royalty_invoice i on i.franchisee_id = c.franchisee_id and i.id = c.invoice_id
     where not f.is_head_office and ${inChosenCentre(actor, 'f.id')}
       and ${run ? sql`c.id is not null` : sql`(a.royalty is not null or g.id is not null)`}
     order by f.company_name, f.id limit 2000`.execute(db);
  const rate = await taxRateOn(db, 'ROYALTY', last);
  return rows.map((row) => centreOf(row, { month, rateBp: rate?.rateBp ?? 0 }));
}

function centreOf(row: Found, { month, rateBp }: { month: Day; rateBp: number }): RunCentre {
  const level = row.status === null || row.status === 'WAITING' ? levelOf(row, month) : 0;
  const royalty = Math.max(0, row.royalty + level);
  const sums = invoiceSums({
    royalty,
    base: row.base,
    marketingBp: row.marketingBp,
    rateBp,
    supply: 'INTER',
  });
  const shown =
    row.invoiced ??
    (royalty === 0
      ? { taxable: 0, marketing: 0, tax: 0, total: 0 }
      : { ...sums, tax: sums.royaltyTax + sums.marketingTax });
  return {
    id: row.id,
    name: row.name,
    status: row.status ?? 'PREVIEW',
    royalty: shown.taxable,
    base: row.base,
    level,
    marketing: shown.marketing,
    tax: shown.tax,
    total: shown.total,
    lastMonth: row.lastMonth,
    carried: row.carried ?? false,
    warnings: row.status === 'INVOICED' ? [] : warningsOf(row),
    invoiceId: row.invoiceId,
    number: row.number,
    error: row.error,
  };
}

function levelOf(row: Found, month: Day): number {
  const from = row.agreed ? periodEndingIn(month, row.minPeriod) : null;
  if (from === null) return 0;
  return levelRow(row, from === month ? row.royalty : row.quarter)?.royalty ?? 0;
}

function warningsOf(row: Found): string[] {
  return [
    row.waiting > 0 ? `${row.waiting} payments of the month wait for approval` : null,
    row.gstin ? null : 'No GSTIN is entered',
    row.agreed ? null : 'No agreement covers the last day of the month',
    row.earlier ? 'An earlier month has not been run' : null,
    row.royalty < 0 ? 'More was taken back than came in: it is carried to the next month' : null,
  ].filter((text) => text !== null);
}
