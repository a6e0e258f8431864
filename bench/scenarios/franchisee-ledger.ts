// A centre's account with head office: of centres of five years, of one year and of twenty, and somewhere in the twenty
// years. The floor reads the sums of months too: they are not what the product's safety costs.
import { ledgerContract } from '@aangan/areas/finance/ledger/ledger.contract.ts';
import { sourceTitle } from '@aangan/areas/finance/ledger/sources.ts';
import { academicYearDays, academicYearOf, addMonths, todayIst } from '@aangan/contract/period.ts';
import { ASKED, OLD, YOUNG } from '../plant-ledger.ts';
import { type BenchRequest, type FloorCall, readRequest, type Scenario } from '../scenario.ts';

const CENTRE = `
  select f.id, f.company_name as name, z.name as zone, b.payable, b.receivable, b.advance, b.in_transit as "inTransit",
    (select coalesce(sum(royalty), 0)::bigint from royalty_accrual where franchisee_id = $1 and status = 'ACCRUED') as "royaltyOpen", b.payable + b.in_transit + b.advance - b.receivable as net
  from franchisee f left join zone z on z.id = f.zone_id cross join lateral (select coalesce(sum(amount) filter (where account_code = '1300'), 0)::bigint as payable, coalesce(-sum(amount) filter (where account_code = '2400'), 0)::bigint as receivable,
    coalesce(sum(amount) filter (where account_code = '1310'), 0)::bigint as advance, coalesce(sum(amount) filter (where account_code = '1330'), 0)::bigint as in_transit
    from ledger_balance where franchisee_id = $1 and account_code in ('1300', '1310', '1330', '2400')) b where f.id = $1`;
const ACCOUNTS = `franchisee_id = $1 and account_code in ('1300', '1310', '1330', '2400', '2405')`;
const STATEMENT = `
  select (select coalesce(sum(amount), 0)::bigint from ledger_balance where ${ACCOUNTS} and party_id = '')
    - (select coalesce(sum(amount), 0)::bigint from ledger_month where ${ACCOUNTS} and month >= date_trunc('month', $2::date)::date)
    + (select coalesce(sum(amount), 0)::bigint from ledger_posting where ${ACCOUNTS} and party_id = '' and effective_on >= date_trunc('month', $2::date)::date and effective_on < $2) as opening,
    (select json_agg(t) from (
      select e.id, e.effective_on as on, s.entry_no as voucher, e.source, e.narration, m.amount, m.txid::text as txid,
        exists (select from ledger_entry r where r.franchisee_id = $1 and r.reverses_entry_id = e.id) as reversed
      from (select entry_id, effective_on, txid, sum(amount)::bigint as amount from ledger_posting where ${ACCOUNTS} and party_id = '' and effective_on between $2 and $3
          group by 1, 2, 3 having sum(amount) <> 0 order by 2, 3, sum(amount) < 0, 1 limit $4) m
      join ledger_entry e on e.franchisee_id = $1 and e.id = m.entry_id left join ledger_seal s on s.franchisee_id = $1 and s.entry_id = e.id
      order by m.effective_on, m.txid, m.amount < 0, m.entry_id) t) as entries`;

interface Entry {
  id: string;
  on: string;
  source: string;
  amount: number;
  txid: string;
}

async function floor({ pool, query, centre }: FloorCall): Promise<unknown> {
  const today = todayIst(new Date());
  const from = query['from'] ?? academicYearDays(academicYearOf(today)).from;
  const to = query['to'] ?? today;
  const limit = Number(query['limit']);
  const head = await pool.query({ name: 'ledger-centre', text: CENTRE, values: [centre] });
  const found = await pool.query<{ opening: number; entries: Entry[] | null }>({
    name: 'ledger-statement',
    text: STATEMENT,
    values: [centre, from, to, limit + 1],
  });
  const { opening, entries } = found.rows[0] ?? { opening: 0, entries: null };
  const page = (entries ?? []).slice(0, limit);
  let balance = opening;
  const rows = page.map(({ amount, ...entry }) => {
    balance += amount;
    return {
      ...entry,
      title: sourceTitle(entry.source),
      debit: Math.max(amount, 0),
      credit: Math.max(-amount, 0),
      balance,
      future: entry.on > today,
    };
  });
  const last = page.at(-1);
  const more = (entries ?? []).length > limit && last;
  return {
    centre: head.rows[0],
    statement: {
      opening,
      rows: rows.map(({ txid: _txid, ...row }) => row),
      closing: balance,
      debit: rows.reduce((sum, row) => sum + row.debit, 0),
      credit: rows.reduce((sum, row) => sum + row.credit, 0),
      next: more ? `${last.on}_${last.txid}_${last.amount < 0}_${last.id}` : null,
      from,
      to,
    },
  };
}

const LIMIT = 50;
const asked = (centre: number, range: { from?: string; to?: string } = {}): BenchRequest => ({
  ...readRequest(ledgerContract.franchisee, { limit: LIMIT, ...range }),
  headers: { 'x-franchisee-id': String(centre) },
});
const line = (name: string, title: string, request: Scenario['request']): Scenario => ({
  name,
  title,
  request,
  floor,
});

const MONTHS_OF_OLD = 230;

export const franchiseeLedgers: readonly Scenario[] = [
  line('ledger', 'Franchisee ledger, this year, centres of five years', (n) =>
    asked(ASKED.from + (n % (ASKED.to - ASKED.from + 1))),
  ),
  line('ledger-young', 'Franchisee ledger, this year, centre of one year', () => asked(YOUNG)),
  line('ledger-old', 'Franchisee ledger, this year, centre of twenty years', () => asked(OLD)),
  line('ledger-old-month', 'Franchisee ledger, any month of the twenty years', (n, { today }) => {
    const month = addMonths(`${today.slice(0, 7)}-01`, -(n % MONTHS_OF_OLD));
    return asked(OLD, { from: `${month.slice(0, 8)}15`, to: `${addMonths(month, 1).slice(0, 8)}14` });
  }),
];
