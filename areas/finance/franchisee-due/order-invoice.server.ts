// What orders posts through finance (areas/README §3): the invoice of kits that left the warehouse.
import type { Day } from '@aangan/contract/period.ts';
import { paise } from '@aangan/money/paise.ts';
import { timesRatio } from '@aangan/money/split.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchisee } from '../../network/public.server.ts';
import { type AccountCode, HEAD_OFFICE } from '../ledger/chart.ts';
import { openDay, postEntry, postPair } from '../ledger/post-entry.server.ts';
import { openDue } from './franchisee-due.server.ts';

export interface OrderInvoice {
  readonly franchiseeId: number;
  /** With it every posting is made once. */
  readonly invoiceId: string;
  readonly number: string;
  readonly kitType: string;
  readonly issuedOn: Day;
  readonly dueOn: Day;
  /** Paise, of the goods. */
  readonly taxable: number;
  /** Paise, GST on them. */
  readonly tax: number;
  /** Paise, what the goods cost head office (moving average). */
  readonly cost: number;
}

/**
 * Books an order's invoice in both books (event #31: schools take no input credit, so the centre's cost is gross), moves the
 * cost out of inventory and opens the due. Caller: inside `withCentres` of the centre and head office.
 */
export async function postOrderInvoice(db: Db, invoice: OrderInvoice): Promise<{ dueId: string }> {
  const { franchiseeId, invoiceId, taxable, tax, cost } = invoice;
  const [centre, headOffice] = [await franchisee(db, franchiseeId), await franchisee(db, HEAD_OFFICE)];
  const sameState = ensureFound(centre).stateCode === ensureFound(headOffice).stateCode;
  const half = Math.floor(tax / 2);
  const onDay = async (book: number) => openDay(db, book, invoice.issuedOn);
  const entry = { source: 'order.invoiced', sourceId: invoiceId, narration: invoice.number } as const;
  await postPair(
    db,
    {
      ...entry,
      franchiseeId,
      effectiveOn: await onDay(franchiseeId),
      lines: [
        { account: '5400', amount: taxable + tax },
        { account: '2400', amount: -taxable - tax },
      ],
    },
    {
      ...entry,
      franchiseeId: HEAD_OFFICE,
      effectiveOn: await onDay(HEAD_OFFICE),
      lines: [
        { account: '1400', amount: taxable + tax, party: franchiseeId },
        { account: '4530', amount: -taxable },
        ...(sameState
          ? ([
              { account: '2501', amount: -half },
              { account: '2502', amount: half - tax },
            ] as const)
          : ([{ account: '2503', amount: -tax }] as const)),
      ],
    },
  );
  if (cost > 0)
    await postEntry(db, {
      source: 'order.cost',
      sourceId: invoiceId,
      franchiseeId: HEAD_OFFICE,
      effectiveOn: await onDay(HEAD_OFFICE),
      narration: invoice.number,
      lines: [
        { account: '5550', amount: cost },
        { account: '1600', amount: -cost },
      ],
    });
  return openDue(db, {
    franchiseeId,
    kind: 'KIT',
    sourceId: invoiceId,
    number: invoice.number,
    label: invoice.kitType,
    kitType: invoice.kitType,
    issuedOn: invoice.issuedOn,
    dueOn: invoice.dueOn,
    taxable,
    tax,
  });
}

/** Who bears what was damaged or lost (areas/README 18): the courier is claimed from, the rest is head office's damage. */
export type GoodsFault = 'COURIER' | 'HEAD_OFFICE';
const lossAccount = { COURIER: '1430', HEAD_OFFICE: '5530' } as const satisfies Record<
  GoodsFault,
  AccountCode
>;

/**
 * Goods that leave without an invoice: samples (event #32s); what replaces goods that were damaged or lost; and what replaces
 * a parcel that came back, whose own goods stand in the inventory again: it is the cost of the first sale.
 */
export type GivenGoods =
  | { kind: 'SAMPLE' }
  | { kind: 'REPLACEMENT'; fault: GoodsFault }
  | { kind: 'SENT_AGAIN' };

const accountOf = (of: GivenGoods): AccountCode =>
  of.kind === 'SAMPLE' ? '5560' : of.kind === 'SENT_AGAIN' ? '5550' : lossAccount[of.fault];

/** Caller: inside `withCentres` of the centre and head office. */
export async function postGivenGoods(
  db: Db,
  of: GivenGoods & { shipmentId: string; number: string; on: Day; cost: number },
): Promise<void> {
  await postEntry(db, {
    source: of.kind === 'SAMPLE' ? 'order.sampled' : 'order.replaced',
    sourceId: of.shipmentId,
    franchiseeId: HEAD_OFFICE,
    effectiveOn: await openDay(db, HEAD_OFFICE, of.on),
    narration: of.number,
    lines: [
      { account: accountOf(of), amount: of.cost },
      { account: '1600', amount: -of.cost },
    ],
  });
}

/**
 * The cost of goods whose price was credited is no cost of a sale any more. Its share of the invoice's cost goes with the
 * share of its price. Caller: inside `withCentres` of the centre and head office.
 */
export async function postCreditedGoods(
  db: Db,
  of: { noteId: string; invoiceId: string; fault: GoodsFault; taxable: number; invoiced: number; on: Day },
): Promise<void> {
  const { rows } = await sql<{ cost: number }>`
    select coalesce(sum(p.amount), 0)::bigint as cost from ledger_entry e join ledger_posting p on p.franchisee_id = e.franchisee_id and p.entry_id = e.id
     where e.franchisee_id = ${HEAD_OFFICE} and e.source = 'order.cost' and e.source_id = ${of.invoiceId} and p.account_code = '5550'`.execute(
    db,
  );
  const amount = timesRatio(paise(rows[0]?.cost ?? 0), of.taxable, of.invoiced);
  if (amount === 0) return;
  await postEntry(db, {
    source: 'order.credited',
    sourceId: of.noteId,
    franchiseeId: HEAD_OFFICE,
    effectiveOn: await openDay(db, HEAD_OFFICE, of.on),
    lines: [
      { account: lossAccount[of.fault], amount },
      { account: '5550', amount: -amount },
    ],
  });
}

/**
 * Goods of a parcel that came back stand in the inventory again: out of the account their cost went to when they left.
 * Caller: the network's scope.
 */
export async function postReturnedGoods(
  db: Db,
  of: { shipmentId: string; number: string; on: Day; cost: number },
): Promise<void> {
  if (of.cost === 0) return;
  const { rows } = await sql<{ account: AccountCode }>`
    select p.account_code as account from ledger_entry e join ledger_posting p on p.franchisee_id = e.franchisee_id and p.entry_id = e.id
     where e.franchisee_id = ${HEAD_OFFICE} and p.amount > 0 and ((e.source in ('order.sampled', 'order.replaced') and e.source_id = ${of.shipmentId})
       or (e.source = 'order.cost' and e.source_id in (select i.id::text from kit_invoice i where i.shipment_id = ${of.shipmentId}::uuid)))`.execute(
    db,
  );
  await postEntry(db, {
    source: 'order.returned',
    sourceId: of.shipmentId,
    franchiseeId: HEAD_OFFICE,
    effectiveOn: await openDay(db, HEAD_OFFICE, of.on),
    narration: of.number,
    lines: [
      { account: '1600', amount: of.cost },
      { account: ensureFound(rows[0]).account, amount: -of.cost },
    ],
  });
}
