// What a note comes to, from what was asked: the same for the preview, the request and the approval.
import { type Day, formatDate } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { paise } from '@aangan/money/paise.ts';
import { gstOn, supplyBetween, taxOut } from '@aangan/money/tax.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchisee } from '../../network/public.server.ts';
import { feeTypeByCode } from '../fee-account/charge-account.server.ts';
import { taxRateOn } from '../fee-type/tax-rate.server.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { type OnLine, royaltyOfFreed } from './free-allocations.server.ts';
import type { NoteTerms } from './note.contract.ts';
import { type NoteParty, type NoteType, noteReasons, reasonOf } from './note.states.ts';
import { creditOfLine, type LineCredit, taxWith } from './note-money.ts';

export interface AskedNote extends NoteTerms {
  readonly franchiseeId: number;
  readonly party: NoteParty;
  readonly type: NoteType;
  readonly reasonCode: string;
  readonly feeAccountId: string | null;
  readonly dueId: string | null;
}

export interface CreditedLine extends OnLine {
  readonly label: string;
  readonly dueOn: Day;
  readonly incomeAccount: string;
  readonly credit: LineCredit;
}

export interface WeighedNote {
  /** Amounts before tax. */
  readonly parts: readonly { label: string; amount: number; tax: number }[];
  readonly taxable: number;
  readonly tax: number;
  readonly total: number;
  /** Of a child's credit note; `amount` is what comes free. */
  readonly lines: readonly CreditedLine[];
  /** GST of a centre's note by head. */
  readonly gst: { cgst: number; sgst: number; igst: number };
}

const NO_GST = { cgst: 0, sgst: 0, igst: 0 };
const field = (name: string, words: string) => refuse('input.invalid', { fields: { [name]: words } });

/** @throws Refusal 'note.reason-mismatch', 'note.over-invoice', 'input.invalid' naming the field */
export async function weighNote(
  db: Db,
  asked: AskedNote,
  on: Day,
  options: { lock?: boolean } = {},
): Promise<WeighedNote> {
  const reason = noteReasons[asked.reasonCode as keyof typeof noteReasons];
  ensure(reason?.party === asked.party && reason.type === asked.type, () =>
    refuseFinance('note.reason-mismatch', { fields: { reasonCode: 'Choose a reason of this kind of note' } }),
  );
  if (asked.party === 'STUDENT')
    return asked.type === 'CREDIT'
      ? studentCredit(db, asked, on, options.lock ?? false)
      : studentDebit(db, asked, on);
  return asked.type === 'CREDIT' ? centreCredit(db, asked) : centreDebit(db, asked, on);
}

async function studentCredit(db: Db, asked: AskedNote, on: Day, lock: boolean): Promise<WeighedNote> {
  ensure(asked.lines.length > 0, () => field('lines', 'Enter what is credited on at least one charge'));
  const wanted = new Map(asked.lines.map((line) => [line.feeLineId, line.amount]));
  ensure(wanted.size === asked.lines.length, () => field('lines', 'A charge stands there twice'));
  const query = db
    .selectFrom('fee_line as l')
    .innerJoin('fee_type as t', 't.id', 'l.fee_type_id')
    .select([
      'l.id',
      'l.label',
      'l.due_on',
      'l.gross',
      'l.concession',
      'l.adjusted',
      'l.tax',
      'l.net',
      'l.allocated',
      'l.academic_year_id',
      't.income_account',
    ])
    .where('l.franchisee_id', '=', asked.franchiseeId)
    .where('l.fee_account_id', '=', ensureFound(asked.feeAccountId))
    .where('l.id', 'in', [...wanted.keys()])
    .where('l.state', '=', 'OPEN')
    .orderBy('l.due_on')
    .orderBy('l.seq')
    .orderBy('l.id');
  const rows = await (lock ? query.forUpdate('l') : query).execute();
  ensure(rows.length === wanted.size, () => refuse('row.not-found'));
  const lines = rows.map((row): CreditedLine => {
    const amount = wanted.get(row.id) ?? 0;
    ensure(amount <= row.net, () => refuseFinance('note.over-invoice', { fields: { lines: row.label } }));
    return {
      franchiseeId: asked.franchiseeId,
      feeAccountId: asked.feeAccountId ?? '',
      lineId: row.id,
      academicYearId: row.academic_year_id,
      amount: Math.max(0, row.allocated - (row.net - amount)),
      on,
      label: row.label,
      dueOn: row.due_on,
      incomeAccount: row.income_account,
      credit: creditOfLine(row, amount),
    };
  });
  const parts = lines.map(({ label, credit }) => ({ label, amount: credit.taxable, tax: credit.tax }));
  return { ...sumsOf(parts), lines, gst: NO_GST };
}

async function studentDebit(db: Db, asked: AskedNote, on: Day): Promise<WeighedNote> {
  const amount = amountOf(asked);
  const { title, feeType = 'OTHER' } = reasonOf(asked.reasonCode);
  const type = await feeTypeByCode(db, asked.franchiseeId, feeType);
  const rate = type.tax_code === null ? null : await taxRateOn(db, type.tax_code, asked.dueOn ?? on);
  const taxed = taxOut(paise(amount), rate?.rateBp ?? 0, 'INTRA');
  const tax = taxed.cgst + taxed.sgst;
  return { ...sumsOf([{ label: title, amount: amount - tax, tax }]), lines: [], gst: NO_GST };
}

async function centreCredit(db: Db, asked: AskedNote): Promise<WeighedNote> {
  const { parts } = asked;
  const amount = parts.length > 0 ? parts.reduce((sum, part) => sum + part.taxable, 0) : amountOf(asked);
  ensure(asked.dueId, () => field('dueId', 'Choose the invoice it is against'));
  const due = ensureFound(
    (await creditableDues(db, asked.franchiseeId)).find((one) => one.id === asked.dueId),
  );
  const { dueKinds = [] } = reasonOf(asked.reasonCode);
  ensure(dueKinds.includes(due.kind), () =>
    refuseFinance('note.reason-mismatch', { fields: { reasonCode: 'Not for this kind of invoice' } }),
  );
  // Goods of several rates: the tax that goes back is that of the goods.
  const tax = parts.length > 0 ? parts.reduce((sum, part) => sum + part.tax, 0) : taxWith(amount, due);
  ensure(amount <= due.left && (parts.length === 0 || tax <= due.taxLeft), () =>
    refuseFinance('note.over-invoice', { fields: { amount: 'More than the invoice has left' } }),
  );
  const intra = await bookedWithin(db, asked.franchiseeId, due.kind);
  const gst = intra ? halvesOf(due, tax) : { ...NO_GST, igst: tax };
  const kept = parts.map((part) => ({ label: part.label, amount: part.taxable, tax: part.tax }));
  return { ...sumsOf(kept.length > 0 ? kept : [{ label: due.label, amount, tax }]), lines: [], gst };
}

/** Whether the invoice's tax is a state's; kits go back as `postOrderInvoice` booked them, states known or not. */
async function bookedWithin(db: Db, franchiseeId: number, kind: Creditable['kind']): Promise<boolean> {
  if (kind !== 'KIT') return (await supplyOf(db, franchiseeId)) === 'INTRA';
  const [buyer, seller] = [await franchisee(db, franchiseeId), await franchisee(db, HEAD_OFFICE)];
  return ensureFound(buyer).stateCode === ensureFound(seller).stateCode;
}

type Creditable = Awaited<ReturnType<typeof creditableDues>>[number];

/** Central and state tax of a credit. Kits were booked with the odd paisa in the state's half: it goes back from there. */
function halvesOf(due: Creditable, tax: number): WeighedNote['gst'] {
  const before = due.tax - due.taxLeft;
  const cgst =
    due.kind === 'KIT' ? Math.floor((before + tax) / 2) - Math.floor(before / 2) : Math.ceil(tax / 2);
  return { cgst, sgst: tax - cgst, igst: 0 };
}

async function centreDebit(db: Db, asked: AskedNote, on: Day): Promise<WeighedNote> {
  const amount = amountOf(asked);
  const rate = asked.taxCode === null ? null : await taxRateOn(db, asked.taxCode, on);
  const taxed = gstOn(paise(amount), rate?.rateBp ?? 0, await supplyOf(db, asked.franchiseeId));
  const tax = taxed.cgst + taxed.sgst + taxed.igst;
  return {
    ...sumsOf([{ label: reasonOf(asked.reasonCode).title, amount, tax }]),
    lines: [],
    gst: { cgst: taxed.cgst, sgst: taxed.sgst, igst: taxed.igst },
  };
}

/** Dues of a centre with what no issued note has credited yet, before tax. */
export async function creditableDues(db: Db, franchiseeId: number) {
  const { rows } = await sql<{
    id: string;
    kind: 'ROYALTY' | 'KIT' | 'NOTE';
    number: string;
    label: string;
    issuedOn: Day;
    taxable: number;
    tax: number;
    credited: number;
    taxCredited: number;
  }>`
    select d.id, d.kind, d.number, d.label, d.issued_on as "issuedOn", d.taxable, d.tax,
      coalesce(c.taxable, 0)::bigint as credited, coalesce(c.tax, 0)::bigint as "taxCredited"
      from franchisee_due d left join lateral (select sum(n.taxable) as taxable, sum(n.tax) as tax from note n
        where n.franchisee_id = d.franchisee_id and n.due_id = d.id and n.status = 'APPROVED') c on true
     where d.franchisee_id = ${franchiseeId} order by d.issued_on desc, d.id limit 200`.execute(db);
  return rows
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      label: `${row.number}, ${row.label}, ${formatDate(row.issuedOn)}`,
      taxable: row.taxable,
      tax: row.tax,
      left: row.taxable - row.credited,
      taxLeft: row.tax - row.taxCredited,
    }))
    .filter((row) => row.left > 0);
}

async function supplyOf(db: Db, franchiseeId: number) {
  const [buyer, seller] = [await franchisee(db, franchiseeId), await franchisee(db, HEAD_OFFICE)];
  if (!buyer?.stateCode || !seller?.stateCode) throw refuseFinance('note.no-state');
  return supplyBetween(seller.stateCode, buyer.stateCode);
}

/** Paise of royalty that goes with the money a child's credit note frees. */
export async function royaltyOf(db: Db, weighed: WeighedNote): Promise<number> {
  let sum = 0;
  for (const line of weighed.lines) sum += await royaltyOfFreed(db, line);
  return sum;
}

function amountOf(asked: AskedNote): number {
  if (asked.amount === null) throw field('amount', 'Enter the amount');
  return asked.amount;
}

function sumsOf(parts: WeighedNote['parts']) {
  const taxable = parts.reduce((sum, part) => sum + part.amount, 0);
  const tax = parts.reduce((sum, part) => sum + part.tax, 0);
  return { parts, taxable, tax, total: taxable + tax };
}
