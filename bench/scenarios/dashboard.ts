import { financeBoard } from '@aangan/areas/finance/dashboard/finance-dashboard.contract.ts';
import { academicYearDays, academicYearOf, addDays, todayIst } from '@aangan/contract/period.ts';
import { readRequest, type Scenario } from '../scenario.ts';

// One look at each table; accounts that are closed do not count.
const FIGURES = `
  with open as (
    select l.fee_account_id, sum(l.net - l.allocated) filter (where l.due_on + l.grace_days < $2) as overdue,
      max($2 - (l.due_on + l.grace_days)) filter (where l.due_on + l.grace_days < $2) as days, bool_or(l.due_on between $2 and $3) as soon
    from fee_line l where l.franchisee_id = $1 and l.state = 'OPEN' and l.allocated < l.net group by 1),
  late as (
    select case when o.days is null then 'none' when o.days <= 7 then '1-7' when o.days <= 15 then '8-15' when o.days <= 30 then '16-30' when o.days <= 60 then '31-60' when o.days <= 90 then '61-90' else '90+' end as bucket,
      coalesce(sum(o.overdue), 0)::bigint as amount, count(*)::int as children, count(*) filter (where o.soon)::int as soon
    from open o join fee_account a on a.franchisee_id = $1 and a.id = o.fee_account_id and a.closed_on is null group by 1),
  given as (
    select coalesce(sum(c.amount), 0)::bigint as amount, count(*)::int as children from (
      select fee_account_id, sum(concession) as amount from fee_line where franchisee_id = $1 and concession > 0 and state <> 'CANCELLED' group by 1) c
    join fee_account a on a.franchisee_id = $1 and a.id = c.fee_account_id and a.closed_on is null),
  ahead as (
    select coalesce(-sum(b.amount), 0)::bigint as amount, count(*)::int as children from ledger_balance b
    join fee_account a on a.franchisee_id = $1 and a.id::text = b.party_id and a.closed_on is null where b.franchisee_id = $1 and b.account_code = '2100' and b.amount < 0),
  by_month as (
    select m::date as month, coalesce(sum(l.net), 0)::bigint as due, coalesce(sum(l.allocated), 0)::bigint as collected
    from generate_series($4::date, $5::date, interval '1 month') m
    left join fee_line l on l.franchisee_id = $1 and l.state = 'OPEN' and l.due_on between $4 and $5 and date_trunc('month', l.due_on) = m group by 1)
  select coalesce((select json_agg(late) from late), '[]') as late, (select row_to_json(given) from given) as given, (select row_to_json(ahead) from ahead) as ahead,
    coalesce((select json_agg(m order by m.month) from by_month m), '[]') as months,
    (select count(*)::int from fee_assignment where franchisee_id = $1 and status = 'PENDING' and module = 'ACADEMIC') as plans,
    (select count(*)::int from payment where franchisee_id = $1 and status = 'APPROVAL_WAITING' and fee_account_id is not null) as payments,
    (select count(*)::int from refund where franchisee_id = $1 and status = 'REQUESTED') as refunds,
    (select count(*)::int from payment where franchisee_id = $1 and status = 'APPROVAL_WAITING' and mode in ('CHEQUE', 'DD') and fee_account_id is not null
      and coalesce(instrument_state, 'RECEIVED') = 'RECEIVED' and coalesce((instrument ->> 'date')::date, '-infinity') <= $2) as cheques,
    (select count(*)::int from payment where franchisee_id = $1 and doubled > 0 and double_choice is null and status in ('CONFIRMED', 'TRANSFERRED')
      and fee_account_id is not null) as doubles,
    (select coalesce(sum(royalty), 0)::bigint from royalty_accrual where franchisee_id = $1 and month = date_trunc('month', $2::date)) as royalty,
    (select coalesce(sum(amount), 0)::bigint from ledger_balance where franchisee_id = $1 and account_code = '1300' and party_id = '') as payable`;

interface Sum {
  amount: number;
  children: number;
}
interface Figures {
  late: (Sum & { bucket: string; soon: number })[];
  given: Sum;
  ahead: Sum;
  months: { month: string; due: number; collected: number }[];
  plans: number;
  payments: number;
  refunds: number;
  cheques: number;
  doubles: number;
  royalty: number;
  payable: number;
}
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const children = (n: number): string => `${n} ${n === 1 ? 'child' : 'children'}`;

export const dashboardTiles: Scenario = {
  name: 'dashboard',
  title: 'Dashboard tiles',
  perRequest: ['asOf'],
  request: () => readRequest(financeBoard.endpoint, {}),
  floor: async ({ pool, centre }) => {
    const on = todayIst(new Date());
    const year = academicYearDays(academicYearOf(on));
    const { rows } = await pool.query<Figures>({
      name: 'dashboard',
      text: FIGURES,
      values: [centre, on, addDays(on, 7), year.from, year.to],
    });
    return rows[0] ? dashboardOf(rows[0], on) : null;
  },
};

type Filters = Readonly<Record<string, string | number | boolean>>;

function dashboardOf(got: Figures, on: string) {
  const late = got.late.filter((one) => one.bucket !== 'none');
  const sum = (list: readonly Sum[], key: keyof Sum) => list.reduce((total, one) => total + one[key], 0);
  const none = { n: null, note: null, link: null, rows: [] };
  const card = (key: string, n: number, path: string, filters: Filters = {}, note: string | null = null) => ({
    ...none,
    key,
    n,
    note,
    link: { path, filters },
  });
  const list = '/ledger/student-list';
  const approve = '/approve-payment/list';
  const row = (label: string, values: Readonly<Record<string, number>>) => ({ label, second: null, values });
  return {
    asOf: new Date().toISOString(),
    cards: [
      card('overdue', sum(late, 'amount'), list, { ageing: 'overdue' }, children(sum(late, 'children'))),
      card(
        'dueSoon',
        got.late.reduce((n, one) => n + one.soon, 0),
        list,
        { dueWithinDays: 7 },
      ),
      card('plans', got.plans, '/approve-plan/list'),
      card('payments', got.payments, approve, { status: 'APPROVAL_WAITING' }),
      card('refunds', got.refunds, `${approve}?tab=refunds`, { status: 'REQUESTED' }),
      card('cheques', got.cheques, `${approve}?tab=cheques`, { status: 'RECEIVED', due: 'TODAY' }),
      card('doubles', got.doubles, `${approve}?tab=double`, { choice: 'OPEN' }),
      card('concession', got.given.amount, list, { concession: true }, children(got.given.children)),
      card('advance', got.ahead.amount, list, { advance: true }, children(got.ahead.children)),
      card('royalty', got.royalty, '/royalty/list', { month: on.slice(0, 7) }),
      card('receivable', got.payable, '/ledger/franchisee-nodal'),
      {
        ...none,
        key: 'months',
        rows: got.months.map(({ month, due, collected }) => ({
          ...row(MONTHS[Number(month.slice(5, 7)) - 1] ?? month, { due, collected }),
          link: null,
        })),
      },
      {
        ...none,
        key: 'ageing',
        rows: ['1-7', '8-15', '16-30', '31-60', '61-90', '90+'].map((days) => {
          const one = late.find((each) => each.bucket === days);
          const values = { children: one?.children ?? 0, amount: one?.amount ?? 0 };
          return { ...row(`${days} days`, values), link: { path: list, filters: { ageing: days } } };
        }),
      },
    ],
  };
}
