import { franchiseeDues } from '@aangan/areas/finance/franchisee-due/franchisee-due.listing.ts';
import { writeCursor } from '@aangan/server/record/record-cursor.ts';
import { ASKED, OLD } from '../plant-ledger.ts';
import { type FloorCall, readRequest, type Scenario } from '../scenario.ts';

const LIMIT = 50;
const COUNTED = 10_000;

const page = (where: string): string => `
  select d.id, d.franchisee_id as "franchiseeId", d.version, d.number, f.company_name as centre, d.kind, d.label, d.issued_on as "issuedOn", d.due_on as "dueOn", d.taxable, d.tax, d.amount, d.settled,
    d.amount - d.settled as open, case when d.settled < d.amount then greatest(0, $1::date - d.due_on) else 0 end as "overdueDays",
    case when d.settled = 0 then 'OPEN' when d.settled < d.amount then 'PART_PAID' else 'PAID' end as status, (select count(*)::int from (select from franchisee_due d where ${where} limit ${COUNTED + 1}) c) as n
  from franchisee_due d join franchisee f on f.id = d.franchisee_id where ${where} order by d.issued_on desc, d.id desc limit ${LIMIT + 1}`;

interface Row {
  id: string;
  issuedOn: string;
  n: number;
}

async function floor({ pool, centre }: FloorCall, today: string): Promise<unknown> {
  const { rows } = await pool.query<Row>(
    centre === 0
      ? { name: 'dues-of-all', text: page('true'), values: [today] }
      : { name: 'dues-of-one', text: page('d.franchisee_id = $2'), values: [today, centre] },
  );
  const n = rows[0]?.n ?? 0;
  const total = { n: Math.min(n, COUNTED), more: n > COUNTED };
  const last = rows.length > LIMIT ? rows[LIMIT - 1] : undefined;
  return {
    rows: rows.slice(0, LIMIT).map(({ n: _n, ...row }) => ({ ...row, can: {} })),
    next: last ? writeCursor({ sort: '-issuedOn', value: last.issuedOn, id: last.id, total }) : null,
    total,
  };
}

const line = (name: string, title: string, centreOf: (n: number) => number): Scenario => ({
  name,
  title,
  request: (n) => {
    const request = readRequest(franchiseeDues.endpoints.list, { limit: LIMIT });
    return { ...request, headers: { ...request.headers, 'x-franchisee-id': String(centreOf(n)) } };
  },
  floor: (call) => floor(call, new Date(Date.now() + 19_800_000).toISOString().slice(0, 10)), // IST is UTC+05:30
});

export const duesLists: readonly Scenario[] = [
  line('dues', 'Dues of a centre of five years', (n) => ASKED.from + (n % (ASKED.to - ASKED.from + 1))),
  line('dues-old', 'Dues of a centre of twenty years', () => OLD),
  line('dues-network', 'Dues of 1,000 centres', () => 0),
];
