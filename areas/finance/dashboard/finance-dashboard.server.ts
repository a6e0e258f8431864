// Every tile counts exactly the rows of the list it opens, and carries that list's address (story 24; the test compares).
import { academicYearDays, academicYearOf, addMonths, type Day, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { financeModules } from '../modules.ts';
import { financeDashboardContract } from './finance-dashboard.contract.ts';
import {
  type AgeBucket,
  type BoardFigures,
  boardFigures,
  type OpenSums,
  openSumsOf,
} from './tally.server.ts';

const SOON_DAYS = 7;
const BUCKETS: readonly AgeBucket[] = [
  { label: '1-7', from: 1, to: 7 },
  { label: '8-15', from: 8, to: 15 },
  { label: '16-30', from: 16, to: 30 },
  { label: '31-60', from: 31, to: 60 },
  { label: '61-90', from: 61, to: 90 },
  { label: '90+', from: 91, to: 1_000_000 },
];
const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const financeDashboard = handle(financeDashboardContract.get, async ({ db, actor, input, now }) => {
  const on = input.on ?? todayIst(now);
  const year = academicYearDays(academicYearOf(on));
  const figures = await boardFigures(db, {
    franchiseeId: actor.franchiseeId,
    on,
    year,
    buckets: BUCKETS,
    soonDays: SOON_DAYS,
  });
  return {
    asOf: now.toISOString(),
    tiles: tilesOf(actor, on, figures),
    months: monthsOf(year.from, figures.months ?? []),
    ageing: BUCKETS.map(({ label }) => {
      const sums = figures.ages?.find((one) => one.label === label);
      return {
        label: `${label} days`,
        amount: sums?.amount ?? 0,
        children: sums?.children ?? 0,
        to: `/ledger/student-list?ageing=${encodeURIComponent(label)}`,
      };
    }),
  };
});

/** All months of the year: one without money stands as zero. None at all before the first fee. */
function monthsOf(first: Day, money: NonNullable<BoardFigures['months']>) {
  if (money.length === 0) return [];
  return MONTH_NAMES.map((_, index) => {
    const month = addMonths(first, index);
    const row = money.find((one) => one.month === month);
    return {
      label: MONTH_NAMES[Number(month.slice(5, 7)) - 1] ?? month,
      due: row?.due ?? 0,
      collected: row?.collected ?? 0,
    };
  });
}

/** What is late and what falls due within the week, for the home: the same figures as the tiles'. */
export const openSums = (db: Db, actor: Actor, on: string): Promise<OpenSums> =>
  openSumsOf(db, { franchiseeId: actor.franchiseeId, on, soonDays: SOON_DAYS });

interface Tile {
  key: string;
  label: string;
  unit: 'money' | 'count';
  value: number;
  note: string | null;
  to: string | null;
}

const children = (n: number): string => `${n} ${n === 1 ? 'child' : 'children'}`;

function tilesOf(actor: Actor, on: string, figures: BoardFigures): Tile[] {
  const link = (module: string, to: string): string | null => (holds(actor, module, false) ? to : null);
  const network = actor.wholeNetwork && actor.franchiseeId === null;
  return [
    {
      key: 'overdue',
      label: 'Overdue',
      unit: 'money',
      value: figures.overdue,
      note: children(figures.overdueChildren),
      to: link(financeModules.ledger, '/ledger/student-list?ageing=overdue'),
    },
    {
      key: 'dueSoon',
      label: `Children due within ${SOON_DAYS} days`,
      unit: 'count',
      value: figures.soon,
      note: null,
      to: link(financeModules.ledger, `/ledger/student-list?dueWithinDays=${SOON_DAYS}`),
    },
    {
      key: 'plans',
      label: 'Fee plans to approve',
      unit: 'count',
      value: figures.plans,
      note: null,
      to: link(financeModules.ApproveFeePlan, '/approve-plan/list'),
    },
    {
      key: 'payments',
      label: 'Payments to approve',
      unit: 'count',
      value: figures.payments,
      note: null,
      to: link(financeModules.ApprovePaymentList, '/approve-payment/list?status=APPROVAL_WAITING'),
    },
    {
      key: 'concession',
      label: 'Concessions given',
      unit: 'money',
      value: figures.concession,
      note: children(figures.concessionChildren),
      to: link(financeModules.ledger, '/ledger/student-list?concession=true'),
    },
    {
      key: 'advance',
      label: 'Paid ahead by parents',
      unit: 'money',
      value: figures.advance,
      note: children(figures.advanceChildren),
      to: link(financeModules.ledger, '/ledger/student-list?advance=true'),
    },
    {
      key: 'royalty',
      label: 'Royalty this month',
      unit: 'money',
      value: figures.royalty,
      note: null,
      to: link(financeModules.royalty, `/royalty/list?month=${on.slice(0, 7)}`),
    },
    {
      key: 'payable',
      label: network ? 'Owed to centres' : 'Head office owes us',
      unit: 'money',
      value: figures.payable,
      note: null,
      to: link(financeModules.ledger, '/ledger/franchisee-nodal'),
    },
    ...(network
      ? [
          {
            key: 'exceptions',
            label: 'Payment exceptions open',
            unit: 'count' as const,
            value: figures.exceptions,
            note: null,
            to: holds(actor, 'level_7', false)
              ? link(financeModules.ledger, '/ledger/nodal?tab=exceptions&state=OPEN')
              : null,
          },
        ]
      : []),
  ];
}
