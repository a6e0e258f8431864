// What orders posts through finance (areas/README §3): the invoice of kits that left the warehouse.
import type { Day } from '@aangan/contract/period.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { franchisee } from '../../network/public.server.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
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

/** Where the cost of goods goes that leave without an invoice: samples (event #32s), and what replaces what was damaged. */
const GIVEN = {
  SAMPLE: { source: 'order.sampled', account: '5560' },
  REPLACEMENT: { source: 'order.replaced', account: '5530' },
} as const;

/** Caller: inside `withCentres` of the centre and head office. */
export async function postGivenGoods(
  db: Db,
  of: { kind: keyof typeof GIVEN; shipmentId: string; number: string; on: Day; cost: number },
): Promise<void> {
  const { source, account } = GIVEN[of.kind];
  await postEntry(db, {
    source,
    sourceId: of.shipmentId,
    franchiseeId: HEAD_OFFICE,
    effectiveOn: await openDay(db, HEAD_OFFICE, of.on),
    narration: of.number,
    lines: [
      { account, amount: of.cost },
      { account: '1600', amount: -of.cost },
    ],
  });
}
