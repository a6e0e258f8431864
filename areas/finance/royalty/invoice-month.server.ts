// The royalty invoice of a centre's month (events #17 and #17m): booked, numbered and opened as a due in one transaction.
import { addDays, type Day, financialYear } from '@aangan/contract/period.ts';
import { paise } from '@aangan/money/paise.ts';
import { gstOn, type Supply, supplyBetween } from '@aangan/money/tax.ts';
import { inWords } from '@aangan/money/words.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchisee } from '../../network/public.server.ts';
import type { EInvoiceDocument } from '../e-invoice/e-invoice-payload.ts';
import { requestEInvoice } from '../e-invoice/request-e-invoice.server.ts';
import { taxRateOn } from '../fee-type/tax-rate.server.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { openDue } from '../franchisee-due/franchisee-due.server.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { openDay, postPair } from '../ledger/post-entry.server.ts';
import { agreementOfMonth } from './freeze-month.server.ts';
import type { InvoiceSnapshot } from './royalty-invoice.contract.ts';
import { invoiceSums } from './royalty-month-rules.ts';
import { monthTitle } from './royalty-run.states.ts';

/** 'ROY/26-27/000123': head office's series, without gaps because the number is taken in the invoice's transaction. */
const numberOf = (fy: string, seq: number): string => `ROY/${fy}/${String(seq).padStart(6, '0')}`;

/** Invoices once: a second call finds the centre invoiced. @throws Refusal 'royalty.no-state' */
export async function invoiceCentre(
  db: Db,
  of: { franchiseeId: number; month: Day; on: Day },
): Promise<{ number: string | null }> {
  const { franchiseeId, month, on } = of;
  return withCentres(db, [franchiseeId, HEAD_OFFICE], 'royalty.invoice', async () => {
    const row = ensureFound(
      await db
        .selectFrom('royalty_run_centre')
        .select(['id', 'status', 'frozen_at', 'royalty', 'base'])
        .where('franchisee_id', '=', franchiseeId)
        .where('month', '=', month)
        .forUpdate()
        .executeTakeFirst(),
    );
    if (row.status === 'INVOICED' || row.frozen_at === null) return { number: null };
    const made =
      row.royalty > 0
        ? await issue(db, { franchiseeId, month, on, royalty: row.royalty, base: row.base })
        : null;
    await db
      .updateTable('royalty_run_centre')
      .set({ status: 'INVOICED', invoice_id: made?.id ?? null, error: null })
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', row.id)
      .execute();
    return { number: made?.number ?? null };
  });
}

interface ToIssue {
  franchiseeId: number;
  month: Day;
  on: Day;
  /** Paise of the frozen rows. */
  royalty: number;
  base: number;
}

async function issue(db: Db, of: ToIssue): Promise<{ id: string; number: string }> {
  const { franchiseeId, month, on } = of;
  const agreement = ensureFound(await agreementOfMonth(db, franchiseeId, month));
  const buyer = ensureFound(await franchisee(db, franchiseeId));
  const seller = ensureFound(await franchisee(db, HEAD_OFFICE));
  ensure(buyer.stateCode && seller.stateCode, () => refuseFinance('royalty.no-state'));
  const rate = await taxRateOn(db, agreement.taxCode, on);
  const rateBp = rate?.rateBp ?? 0;
  const supply = supplyBetween(seller.stateCode, buyer.stateCode);
  const sums = invoiceSums({
    royalty: of.royalty,
    base: of.base,
    marketingBp: agreement.marketingBp,
    rateBp,
    supply,
  });
  const id = crypto.randomUUID();
  const entryId = await post(db, { ...of, id, sums, itcAllowed: agreement.itcAllowed });
  const lines = await linesOf(db, franchiseeId, month);
  const fy = financialYear(on).short;
  const number = numberOf(fy, await nextNumber(db, { franchiseeId: HEAD_OFFICE, series: 'ROY', period: fy }));
  const dueOn = addDays(on, agreement.dueDays);
  const party = (one: typeof buyer) => ({
    name: one.legalName ?? one.companyName,
    address: one.address,
    gstin: one.gstin,
    stateCode: one.stateCode,
  });
  const snapshot: InvoiceSnapshot = {
    number,
    month,
    issuedOn: on,
    dueOn,
    seller: party(seller),
    buyer: party(buyer),
    sac: agreement.sac,
    rateBp,
    lines,
    ...sums,
    words: inWords(paise(sums.total), 'en'),
  };
  await db
    .insertInto('royalty_invoice')
    .values({
      franchisee_id: franchiseeId,
      id,
      number,
      month,
      issued_on: on,
      due_on: dueOn,
      taxable: sums.taxable,
      marketing: sums.marketing,
      cgst: sums.cgst,
      sgst: sums.sgst,
      igst: sums.igst,
      total: sums.total,
      snapshot: JSON.stringify(snapshot),
      entry_id: entryId,
    })
    .execute();
  await openDue(db, {
    franchiseeId,
    kind: 'ROYALTY',
    sourceId: id,
    number,
    label: `Royalty of ${monthTitle(month)}`,
    issuedOn: on,
    dueOn,
    taxable: sums.taxable + sums.marketing,
    tax: sums.cgst + sums.sgst + sums.igst,
  });
  await db
    .updateTable('royalty_accrual')
    .set({ status: 'INVOICED', invoice_id: id })
    .where('franchisee_id', '=', franchiseeId)
    .where('month', '=', month)
    .where('status', '=', 'FROZEN')
    .execute();
  await requestEInvoice(db, {
    franchiseeId,
    kind: 'ROYALTY',
    documentId: id,
    docType: 'INV',
    number,
    issuedOn: on,
    document: {
      lines: taxedLines(sums, { sac: agreement.sac, rateBp, supply, month }),
      total: sums.total,
      month,
      against: null,
    },
  });
  await later(
    db,
    'finance.royalty-invoice',
    { invoiceId: id },
    { franchiseeId, dedupeKey: id, source: { kind: 'royalty-invoice', id } },
  );
  return { id, number };
}

/** Royalty and marketing as they are taxed: each apart. */
const taxedLines = (
  sums: ReturnType<typeof invoiceSums>,
  of: { sac: string; rateBp: number; supply: Supply; month: Day },
): EInvoiceDocument['lines'] =>
  (
    [
      ['Royalty on fees', sums.taxable],
      ['Marketing contribution', sums.marketing],
    ] as const
  )
    .filter(([, taxable]) => taxable > 0)
    .map(([what, taxable]) => {
      const { cgst, sgst, igst } = gstOn(paise(taxable), of.rateBp, of.supply);
      const description = `${what}, ${monthTitle(of.month)}`;
      return { description, sac: of.sac, rateBp: of.rateBp, taxable, cgst, sgst, igst };
    });

/** Royalty leaves what was accrued; without input credit its GST is cost of the centre (D15). */
async function post(
  db: Db,
  of: ToIssue & { id: string; sums: ReturnType<typeof invoiceSums>; itcAllowed: boolean },
): Promise<string> {
  const { franchiseeId, on, sums } = of;
  const tax = sums.royaltyTax + sums.marketingTax;
  const entry = {
    source: 'royalty.invoiced',
    sourceId: of.id,
    narration: `Royalty of ${monthTitle(of.month)}`,
  } as const;
  const posted = await postPair(
    db,
    {
      ...entry,
      franchiseeId,
      effectiveOn: await openDay(db, franchiseeId, on),
      lines: [
        { account: '2405', amount: sums.taxable },
        { account: '5120', amount: sums.marketing },
        { account: of.itcAllowed ? '1360' : '5110', amount: tax },
        { account: '2400', amount: -sums.total },
      ],
    },
    {
      ...entry,
      franchiseeId: HEAD_OFFICE,
      effectiveOn: await openDay(db, HEAD_OFFICE, on),
      lines: [
        { account: '1400', amount: sums.total, party: franchiseeId },
        { account: '1405', amount: -sums.taxable, party: franchiseeId },
        { account: '2610', amount: -sums.marketing },
        { account: '2501', amount: -sums.cgst },
        { account: '2502', amount: -sums.sgst },
        { account: '2503', amount: -sums.igst },
      ],
    },
  );
  return posted.centre.entryId;
}

/** The frozen rows by component and rate; guarantee, cap and adjustments stand on lines of their own. */
async function linesOf(db: Db, franchiseeId: number, month: Day): Promise<InvoiceSnapshot['lines']> {
  const { rows } = await sql<InvoiceSnapshot['lines'][number]>`
    select case when kind in ('RECEIPT', 'REVERSAL') then 'RECEIPT' else kind end as kind, component_kind as "componentKind", rate_bp as "rateBp",
      sum(base)::bigint as base, sum(royalty)::bigint as royalty
      from royalty_accrual where franchisee_id = ${franchiseeId} and month = ${month} and status = 'FROZEN'
     group by 1, 2, 3 having sum(royalty) <> 0 or sum(base) <> 0 order by 1 desc, 5 desc, 2, 3`.execute(db);
  return rows;
}
