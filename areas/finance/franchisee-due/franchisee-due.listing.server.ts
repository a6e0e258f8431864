import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { franchiseeDues, kitDues } from './franchisee-due.listing.ts';
import { franchiseePaymentContract } from './franchisee-payment.contract.ts';

// Behind a left join a count leaves it out, and of one centre it is read once; asked row by row it took most of the time.
const withCentre = sql`left join franchisee f on f.id = d.franchisee_id`;
const open = sql`(d.amount - d.settled)`;
const columns = {
  number: 'd.number',
  centre: 'f.company_name',
  issuedOn: 'd.issued_on',
  dueOn: 'd.due_on',
  taxable: 'd.taxable',
  tax: 'd.tax',
  amount: 'd.amount',
  settled: 'd.settled',
  open,
  overdueDays: sql`case when d.settled < d.amount then greatest(0, (now() at time zone 'Asia/Kolkata')::date - d.due_on) else 0 end`,
  status: sql`case when d.settled = 0 then 'OPEN' when d.settled < d.amount then 'PART_PAID' else 'PAID' end`,
};

export const dues = serveListing(franchiseeDues, {
  from: sql`franchisee_due d ${withCentre}`,
  alias: 'd',
  columns: { ...columns, kind: 'd.kind', label: 'd.label' },
  where: {
    franchiseeId: (id: number) => sql<boolean>`d.franchisee_id = ${id}`,
  },
  can: () => ({}),
}).handlers;

export const kits = serveListing(kitDues, {
  from: sql`(select * from franchisee_due where kind = 'KIT') d ${withCentre}`,
  alias: 'd',
  columns: { ...columns, kitType: 'd.kit_type' },
  can: () => ({}),
}).handlers;

/** Kits by type: what was charged and what of it is still open. */
export const kitTypes = handle(franchiseePaymentContract.kitTypes, async ({ db, actor }) => {
  const { rows } = await sql<{
    kitType: string;
    invoices: number;
    amount: number;
    settled: number;
    open: number;
  }>`
    select d.kit_type as "kitType", count(*)::int as invoices, sum(d.amount)::bigint as amount, sum(d.settled)::bigint as settled,
      sum(d.amount - d.settled)::bigint as open
      from franchisee_due d where d.kind = 'KIT' and ${inChosenCentre(actor, 'd.franchisee_id')} group by 1 order by 1`.execute(
    db,
  );
  return { rows };
});
