import { addMonths, type Day } from '@aangan/contract/period.ts';
import { serveReport } from '@aangan/server/report/serve-report.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { royaltyOfMonth } from '../royalty/royalty.queries.server.ts';
import { openRoyaltyReport, royaltyMonthReport, royaltyReport } from './finance-report.contract.ts';

interface Days {
  readonly from: Day;
  readonly to: Day;
}

/** First days of the months that have a day in the period. Royalty is of a month, so a part of one counts whole. */
function monthsOf({ from, to }: Days): Day[] {
  const months: Day[] = [];
  for (let month = `${from.slice(0, 7)}-01`; month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** The same sums as the list of centres shows, month by month. */
async function listed(db: Db, actor: Actor, days: Days): Promise<{ base: number; royalty: number }> {
  const sums = { base: 0, royalty: 0 };
  for (const month of monthsOf(days)) {
    const { base, royalty } = await royaltyOfMonth(db, actor.franchiseeId, month);
    sums.base += base;
    sums.royalty += royalty;
  }
  return sums;
}

async function equalsList(
  { db, actor, days }: { db: Db; actor: Actor; days: Days },
  totals: Readonly<Record<string, number>>,
) {
  const { royalty } = await listed(db, actor, days);
  const difference = (totals['royalty'] ?? 0) - royalty;
  return [{ text: 'Royalty is that of the royalty list', difference, unit: 'money' as const }];
}

interface CentreMonth {
  franchiseeId: number;
  centre: string;
  month: string;
  rate: number | null;
  base: number;
  royalty: number;
  invoiced: number;
  paid: number;
}

export const byCentre = serveReport(royaltyReport, {
  rows: async ({ db, actor, days }) => {
    const months = monthsOf(days);
    const [first, last] = [months[0], months.at(-1)];
    const mine = inChosenCentre(actor, 'franchisee_id');
    const { rows } = await sql<CentreMonth>`
      with a as (select franchisee_id, month, sum(base) as base, sum(royalty) as royalty from royalty_accrual where month between ${first} and ${last} and ${mine} group by 1, 2),
        i as (select i.franchisee_id, i.month, sum(i.total) as total, sum(d.settled) as settled from royalty_invoice i
            join franchisee_due d on d.franchisee_id = i.franchisee_id and d.kind = 'ROYALTY' and d.source_id = i.id
           where i.month between ${first} and ${last} and ${inChosenCentre(actor, 'i.franchisee_id')} group by 1, 2)
      select f.id as "franchiseeId", f.company_name as centre, k.month::text as month, g.default_bp as rate, coalesce(a.base, 0)::bigint as base, coalesce(a.royalty, 0)::bigint as royalty,
          coalesce(i.total, 0)::bigint as invoiced, coalesce(i.settled, 0)::bigint as paid
        from (select franchisee_id, month from a union select franchisee_id, month from i) k join franchisee f on f.id = k.franchisee_id
        left join a on a.franchisee_id = k.franchisee_id and a.month = k.month left join i on i.franchisee_id = k.franchisee_id and i.month = k.month
        left join lateral (select default_bp from royalty_agreement g where g.franchisee_id = k.franchisee_id and g.status = 'APPROVED'
          and g.from_on <= (k.month + interval '1 month - 1 day') and (g.to_on is null or g.to_on >= k.month) order by g.from_on desc limit 1) g on true
       order by k.month desc, f.company_name, f.id`.execute(db);
    return rows.map(({ franchiseeId, ...row }) => ({
      ...row,
      id: `${franchiseeId}-${row.month}`,
      open: row.invoiced - row.paid,
      link: { path: `/royalty/royalty-list/${franchiseeId}`, filters: { month: row.month.slice(0, 7) } },
    }));
  },
  proofs: equalsList,
});

export const byMonth = serveReport(royaltyMonthReport, {
  rows: async ({ db, actor, days }) => {
    const months = monthsOf(days);
    const { rows } = await sql<{
      month: string;
      label: string;
      centres: number;
      base: number;
      royalty: number;
    }>`
      select m.month::text as month, to_char(m.month, 'FMMonth YYYY') as label, count(distinct a.franchisee_id)::int as centres, coalesce(sum(a.base), 0)::bigint as base, coalesce(sum(a.royalty), 0)::bigint as royalty
        from unnest(${months}::date[]) m (month)
        left join royalty_accrual a on a.month = m.month and ${inChosenCentre(actor, 'a.franchisee_id')} group by m.month order by m.month`.execute(
      db,
    );
    return rows.map(({ month, label, ...sums }) => ({
      ...sums,
      id: month,
      month: label,
      link: { path: '/royalty/list', filters: { month: month.slice(0, 7) } },
    }));
  },
  proofs: equalsList,
});

export const open = serveReport(openRoyaltyReport, {
  rows: async ({ db, actor, days: { to: today } }) => {
    const { rows } = await sql<{
      id: string;
      centre: string;
      number: string;
      issuedOn: string;
      dueOn: string;
      daysLate: number;
      amount: number;
      paid: number;
      invoice: string;
    }>`
      select d.id, f.company_name as centre, d.number, d.issued_on as "issuedOn", d.due_on as "dueOn", greatest(0, ${today}::date - d.due_on) as "daysLate", d.amount, d.settled as paid, d.source_id as invoice
        from franchisee_due d join franchisee f on f.id = d.franchisee_id
       where d.kind = 'ROYALTY' and d.settled < d.amount and ${inChosenCentre(actor, 'd.franchisee_id')} order by d.due_on, d.number`.execute(
      db,
    );
    return rows.map(({ invoice, ...row }) => ({
      ...row,
      open: row.amount - row.paid,
      link: { path: `/ledger/franchisee/royalty-invoice/${invoice}`, filters: {} },
    }));
  },
});
