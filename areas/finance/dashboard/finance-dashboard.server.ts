// Every figure counts exactly the rows of the list it opens (story 24; finance-dashboard.test.ts and the boards suite compare).
import { academicYearDays, academicYearOf, addMonths, type Day, todayIst } from '@aangan/contract/period.ts';
import { serveBoard } from '@aangan/server/board/serve-board.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { financeModules } from '../modules.ts';
import { financeBoard, SOON_DAYS } from './finance-dashboard.contract.ts';
import {
  type AgeBucket,
  type BoardFigures,
  boardFigures,
  type OpenSums,
  openSumsOf,
} from './tally.server.ts';

const BUCKETS: readonly AgeBucket[] = [
  { label: '1-7', from: 1, to: 7 },
  { label: '8-15', from: 8, to: 15 },
  { label: '16-30', from: 16, to: 30 },
  { label: '31-60', from: 31, to: 60 },
  { label: '61-90', from: 61, to: 90 },
  { label: '90+', from: 91, to: 1_000_000 },
];
const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const financeDashboard = serveBoard(financeBoard, async ({ db, actor, input, now }) => {
  const on = input.on ?? todayIst(now);
  const year = academicYearDays(academicYearOf(on));
  const figures = await boardFigures(db, {
    franchiseeId: actor.franchiseeId,
    on,
    year,
    buckets: BUCKETS,
    soonDays: SOON_DAYS,
  });
  const network = actor.wholeNetwork && actor.franchiseeId === null;
  const payable = { n: figures.payable };
  return {
    overdue: {
      n: figures.overdue,
      note: children(figures.overdueChildren),
      filters: { ageing: 'overdue' },
    },
    dueSoon: { n: figures.soon, filters: { dueWithinDays: SOON_DAYS } },
    plans: { n: figures.plans },
    payments: { n: figures.payments, filters: { status: 'APPROVAL_WAITING' } },
    refunds: { n: figures.refunds, filters: { status: 'REQUESTED' } },
    cheques: { n: figures.cheques, filters: { status: 'RECEIVED', due: 'TODAY' } },
    doubles: { n: figures.doubles, filters: { choice: 'OPEN' } },
    // Head office's own work: shown to those who can do it.
    eInvoices:
      network && holds(actor, financeModules.royalty, true)
        ? { n: figures.eInvoices, filters: { group: 'NEEDS' } }
        : null,
    payouts:
      network && holds(actor, financeModules.settlementTransfer, true)
        ? { n: figures.payouts, filters: { status: 'SUBMITTED' } }
        : null,
    concession: {
      n: figures.concession,
      note: children(figures.concessionChildren),
      filters: { concession: true },
    },
    advance: { n: figures.advance, note: children(figures.advanceChildren), filters: { advance: true } },
    royalty: { n: figures.royalty, filters: { month: on.slice(0, 7) } },
    payable: network ? payable : null,
    receivable: network ? null : payable,
    // Its screen is for level 7 alone: nobody else is shown what they cannot open.
    exceptions:
      network && holds(actor, 'level_7', false)
        ? { n: figures.exceptions, filters: { state: 'OPEN' } }
        : null,
    months: monthsOf(year.from, figures.months ?? []),
    ageing: BUCKETS.map(({ label }) => {
      const sums = figures.ages?.find((one) => one.label === label);
      return {
        label: `${label} days`,
        values: { children: sums?.children ?? 0, amount: sums?.amount ?? 0 },
        filters: { ageing: label },
      };
    }),
  };
});

const children = (n: number): string => `${n} ${n === 1 ? 'child' : 'children'}`;

/** All months of the year: one without money stands as zero. None at all before the first fee. */
function monthsOf(first: Day, money: NonNullable<BoardFigures['months']>) {
  if (money.length === 0) return [];
  return MONTH_NAMES.map((_, index) => {
    const month = addMonths(first, index);
    const row = money.find((one) => one.month === month);
    return {
      label: MONTH_NAMES[Number(month.slice(5, 7)) - 1] ?? month,
      values: { due: row?.due ?? 0, collected: row?.collected ?? 0 },
    };
  });
}

/** What is late and what falls due within the week, for the home: the same figures as the tiles'. */
export const openSums = (db: Db, actor: Actor, on: string): Promise<OpenSums> =>
  openSumsOf(db, { franchiseeId: actor.franchiseeId, on, soonDays: SOON_DAYS });
