import { serveReport } from '@aangan/server/report/serve-report.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  purchaseByCentre,
  purchaseByHsn,
  purchaseByMonth,
  purchaseByProduct,
} from './order-report.contract.ts';

interface Days {
  readonly from: string;
  readonly to: string;
}
interface Sums {
  invoices: number;
  taxable: number;
  cgst: number;
  sgst: number;
  igst: number;
  total: number;
  credits: number;
  net: number;
}

const within = (actor: Actor, { from, to }: Days): RawBuilder<boolean> =>
  sql<boolean>`i.issued_on between ${from} and ${to} and ${inChosenCentre(actor, 'i.franchisee_id')}`;

// A credit note takes back of the due its invoice made.
async function invoices<K extends object>(
  db: Db,
  { key, by, where }: { key: RawBuilder<unknown>; by: RawBuilder<unknown>; where: RawBuilder<boolean> },
): Promise<(K & Sums)[]> {
  const { rows } = await sql<K & Sums>`
    select ${key}, count(*)::int as invoices, sum(i.taxable_paise)::bigint as taxable, sum(i.cgst_paise)::bigint as cgst, sum(i.sgst_paise)::bigint as sgst,
        sum(i.igst_paise)::bigint as igst, sum(i.total_paise)::bigint as total, coalesce(sum(n.credits), 0)::bigint as credits, (sum(i.total_paise) - coalesce(sum(n.credits), 0))::bigint as net
      from kit_invoice i join franchisee f on f.id = i.franchisee_id
      left join lateral (select sum(n.total) as credits from note n where n.franchisee_id = i.franchisee_id and n.due_id = i.due_id and n.type = 'CREDIT' and n.status = 'APPROVED') n on true
     where ${where} group by ${by} order by ${by}`.execute(db);
  return rows;
}

/** What finance made the centres owe for these invoices. */
async function equalsFinance(
  { db, actor, days }: { db: Db; actor: Actor; days: Days },
  totals: Readonly<Record<string, number>>,
) {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(d.amount), 0)::bigint as n from kit_invoice i join franchisee_due d on d.franchisee_id = i.franchisee_id and d.id = i.due_id
     where ${within(actor, days)}`.execute(db);
  const difference = (totals['total'] ?? 0) - (rows[0]?.n ?? 0);
  return [
    { text: 'The total is what finance made due for these invoices', difference, unit: 'money' as const },
  ];
}

export const byCentre = serveReport(purchaseByCentre, {
  rows: async ({ db, actor, days }) => {
    const rows = await invoices<{ franchiseeId: number; centre: string }>(db, {
      key: sql`i.franchisee_id as "franchiseeId", f.company_name as centre`,
      by: sql`f.company_name, i.franchisee_id`,
      where: within(actor, days),
    });
    return rows.map(({ franchiseeId, ...row }) => ({
      ...row,
      id: String(franchiseeId),
      link: { path: '/order-history/kit/Invoice', filters: { franchiseeId, issuedOn: days } },
    }));
  },
  proofs: equalsFinance,
});

export const byMonth = serveReport(purchaseByMonth, {
  rows: async ({ db, actor, days }) => {
    const rows = await invoices<{ first: string; last: string; month: string }>(db, {
      key: sql`min(i.issued_on)::text as first, max(i.issued_on)::text as last, to_char(date_trunc('month', i.issued_on), 'FMMonth YYYY') as month`,
      by: sql`date_trunc('month', i.issued_on)`,
      where: within(actor, days),
    });
    return rows.map(({ first, last, ...row }) => ({
      ...row,
      id: first.slice(0, 7),
      link: { path: '/order-history/kit/Invoice', filters: { issuedOn: { from: first, to: last } } },
    }));
  },
  proofs: equalsFinance,
});

interface LineSums {
  hsn: string;
  pieces: number;
  taxable: number;
  cgst: number;
  sgst: number;
  igst: number;
  total: number;
}

// The lines as they were printed: what a product is called today does not change what was invoiced.
async function invoiceLines<K extends object>(
  db: Db,
  { key, by, where }: { key: RawBuilder<unknown>; by: RawBuilder<unknown>; where: RawBuilder<boolean> },
): Promise<(K & LineSums)[]> {
  const { rows } = await sql<K & LineSums>`
    select ${key}, x.hsn, sum(x.pieces)::int as pieces, sum(x.taxable)::bigint as taxable, sum(x.cgst)::bigint as cgst, sum(x.sgst)::bigint as sgst, sum(x.igst)::bigint as igst,
        sum(x.taxable + x.cgst + x.sgst + x.igst)::bigint as total
      from kit_invoice i cross join lateral jsonb_to_recordset(i.snapshot -> 'lines') as x (product text, hsn text, "rateBp" int, pieces int, taxable bigint, cgst bigint, sgst bigint, igst bigint)
     where ${where} group by ${by} order by ${by}`.execute(db);
  return rows;
}

export const byProduct = serveReport(purchaseByProduct, {
  rows: async ({ db, actor, days }) => {
    const rows = await invoiceLines<{ product: string }>(db, {
      key: sql`x.product`,
      by: sql`x.product, x.hsn`,
      where: within(actor, days),
    });
    return rows.map((row) => ({ ...row, id: `${row.hsn} ${row.product}`, link: null }));
  },
  proofs: equalsFinance,
});

export const byHsn = serveReport(purchaseByHsn, {
  rows: async ({ db, actor, days }) => {
    const rows = await invoiceLines<{ rate: number }>(db, {
      key: sql`x."rateBp" as rate`,
      by: sql`x.hsn, x."rateBp"`,
      where: within(actor, days),
    });
    return rows.map((row) => ({ ...row, id: `${row.hsn} ${row.rate}`, link: null }));
  },
  proofs: equalsFinance,
});
