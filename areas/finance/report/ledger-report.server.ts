import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { serveReport } from '@aangan/server/report/serve-report.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { openSumsOf, tallyTotals } from '../dashboard/tally.server.ts';
import { BETWEEN, KINDS } from '../ledger/book.queries.server.ts';
import { accountName, classOf, HEAD_OFFICE } from '../ledger/chart.ts';
import { trialBalanceOf } from '../ledger/trial-balance.server.ts';
import {
  accountsReport,
  ageingReport,
  centreLedgerReport,
  studentLedgerReport,
} from './finance-report.contract.ts';

interface CentreSums {
  id: number;
  centre: string;
  zone: string | null;
  standing: number;
  later: number;
  debit: number;
  credit: number;
}

const accounts = sql.join(BETWEEN.map((code) => sql.lit(code)));

// From what stands now, taking off what came later: it costs the postings since the first day, whatever the age of the books.
async function centreSums(db: Db, actor: Actor, days: { from: string; to: string }): Promise<CentreSums[]> {
  const { rows } = await sql<CentreSums>`
    select f.id, f.company_name as centre, z.name as zone, coalesce(b.standing, 0)::bigint as standing, coalesce(p.later, 0)::bigint as later,
        coalesce(p.debit, 0)::bigint as debit, coalesce(p.credit, 0)::bigint as credit
      from franchisee f left join zone z on z.id = f.zone_id
      left join lateral (select sum(amount) as standing from ledger_balance where franchisee_id = f.id and account_code in (${accounts})) b on true
      left join lateral (select sum(amount) filter (where effective_on > ${days.to}) as later,
          sum(amount) filter (where effective_on <= ${days.to} and amount > 0) as debit, -sum(amount) filter (where effective_on <= ${days.to} and amount < 0) as credit
        from ledger_posting where franchisee_id = f.id and account_code in (${accounts}) and party_id = '' and effective_on >= ${days.from}) p on true
     where not f.is_head_office and f.status in ('SIGNED', 'SETUP', 'ACTIVE', 'SUSPENDED', 'CLOSED') and ${inChosenCentre(actor, 'f.id')}
     order by f.company_name`.execute(db);
  return rows;
}

export const centreLedgers = serveReport(centreLedgerReport, {
  rows: async ({ db, actor, days }) =>
    (await centreSums(db, actor, days)).map(({ id, centre, zone, standing, later, debit, credit }) => ({
      id: String(id),
      centre,
      zone,
      opening: standing - later - debit + credit,
      debit,
      credit,
      closing: standing - later,
      link: { path: `/ledger/franchisee/detail/${id}`, filters: {} },
    })),
  // The postings up to the day, added up from the first one.
  proofs: async ({ db, actor, days }, totals) => {
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(p.amount), 0)::bigint as n from ledger_posting p join franchisee f on f.id = p.franchisee_id
       where not f.is_head_office and f.status in ('SIGNED', 'SETUP', 'ACTIVE', 'SUSPENDED', 'CLOSED') and ${inChosenCentre(actor, 'p.franchisee_id')}
         and p.account_code in (${accounts}) and p.effective_on <= ${days.to}`.execute(db);
    const difference = (totals['closing'] ?? 0) - (rows[0]?.n ?? 0);
    return [{ text: 'Closing is the sum of all entries up to the last day', difference, unit: 'money' }];
  },
});

interface ClassSums {
  classId: number | null;
  className: string;
  children: number;
  billed: number;
  concession: number;
  paid: number;
  due: number;
  overdue: number;
  advance: number;
}

export const studentLedgers = serveReport(studentLedgerReport, {
  rows: async ({ db, actor, days: { to: on } }) => {
    const mine = inChosenCentre(actor, 'a.franchisee_id');
    const { rows } = await sql<ClassSums>`
      select e.class_id as "classId", coalesce(c.name, 'No class') as "className", count(*)::int as children, coalesce(sum(l.billed), 0)::bigint as billed,
          coalesce(sum(l.concession), 0)::bigint as concession, coalesce(sum(l.paid), 0)::bigint as paid, coalesce(sum(l.due), 0)::bigint as due,
          coalesce(sum(l.overdue), 0)::bigint as overdue, -coalesce(sum(b.advance), 0)::bigint as advance
        from fee_account a
        left join lateral (select e.class_id from enrolment e where e.franchisee_id = a.franchisee_id and e.student_id = a.student_id order by e.academic_year_id desc limit 1) e on true
        left join class c on c.id = e.class_id
        left join (select franchisee_id, fee_account_id, sum(net) filter (where state = 'OPEN') as billed, sum(concession) as concession, sum(allocated) as paid,
            sum(net - allocated) filter (where state = 'OPEN' and due_on <= ${on}) as due,
            sum(net - allocated) filter (where state = 'OPEN' and due_on + grace_days < ${on}::date) as overdue
          from fee_line where state <> 'CANCELLED' group by 1, 2) l on l.franchisee_id = a.franchisee_id and l.fee_account_id = a.id
        left join (select franchisee_id, party_id, sum(amount) as advance from ledger_balance where account_code = '2100' group by 1, 2) b
          on b.franchisee_id = a.franchisee_id and b.party_id = a.id::text
       where a.closed_on is null and ${mine} group by e.class_id, c.name, c.position order by c.position nulls last, c.name`.execute(
      db,
    );
    return rows.map(({ classId, ...row }) => ({
      ...row,
      id: String(classId ?? 'none'),
      link: classId === null ? null : { path: '/ledger/student-list', filters: { classId } },
    }));
  },
  // The running totals that the finance dashboard reads.
  proofs: async ({ db, actor, days }, totals) => {
    const kept = await tallyTotals(db, actor.franchiseeId, days.to);
    return [
      {
        text: 'Due is that of the student ledger',
        difference: (totals['due'] ?? 0) - kept.due,
        unit: 'money',
      },
    ];
  },
});

const AGES = [
  { label: '1–7', ageing: '1-7', from: 1, to: 7 },
  { label: '8–15', ageing: '8-15', from: 8, to: 15 },
  { label: '16–30', ageing: '16-30', from: 16, to: 30 },
  { label: '31–60', ageing: '31-60', from: 31, to: 60 },
  { label: '61–90', ageing: '61-90', from: 61, to: 90 },
  { label: '91+', ageing: '90+', from: 91, to: 1_000_000 },
] as const;

export const ages = serveReport(ageingReport, {
  rows: async ({ db, actor, days: { to: on } }) => {
    const { rows } = await sql<{ age: string; children: number; overdue: number }>`
      with late as (select fee_account_id, sum(net - allocated) as amount, max(${on}::date - (due_on + grace_days)) as days from fee_line
         where state = 'OPEN' and allocated < net and due_on + grace_days < ${on}::date and ${inChosenCentre(actor, 'franchisee_id')}
           and (franchisee_id, fee_account_id) not in (select franchisee_id, id from fee_account where closed_on is not null) group by franchisee_id, fee_account_id)
      select a.age, count(l.amount)::int as children, coalesce(sum(l.amount), 0)::bigint as overdue
        from unnest(${AGES.map(({ label }) => label)}::text[], ${AGES.map(({ from }) => from)}::int[], ${AGES.map(({ to }) => to)}::int[]) with ordinality a (age, low, high, n)
        left join late l on l.days between a.low and a.high group by a.n, a.age order by a.n`.execute(db);
    return rows.map((row, i) => ({
      ...row,
      id: AGES[i]?.ageing ?? row.age,
      link: { path: '/ledger/student-list', filters: { ageing: AGES[i]?.ageing } },
    }));
  },
  proofs: async ({ db, actor, now }, totals) => {
    const kept = await openSumsOf(db, { franchiseeId: actor.franchiseeId, on: todayIst(now), soonDays: 0 });
    return [
      {
        text: 'Overdue is that of the finance dashboard',
        difference: (totals['overdue'] ?? 0) - kept.overdue,
        unit: 'money',
      },
    ];
  },
});

export const accountsOfBook = serveReport(accountsReport, {
  rows: async ({ db, actor, days }) => {
    // Head office's book is for those who see the whole network; others choose a centre.
    const franchiseeId = actor.franchiseeId ?? (actor.wholeNetwork ? HEAD_OFFICE : chosenCentre(actor));
    ensure(franchiseeId !== HEAD_OFFICE || actor.wholeNetwork, () => refuse('row.not-found'));
    const rows = await trialBalanceOf(db, { franchiseeId, on: days.to });
    return rows.map(({ account, amount }) => ({
      id: account,
      account: `${account} ${accountName(account)}`,
      kind: KINDS[classOf(account)] ?? '',
      debit: Math.max(amount, 0),
      credit: Math.max(-amount, 0),
      link: null,
    }));
  },
  proofs: async (_at, totals) => [
    {
      text: 'Debits equal credits',
      difference: (totals['debit'] ?? 0) - (totals['credit'] ?? 0),
      unit: 'money',
    },
  ],
});
