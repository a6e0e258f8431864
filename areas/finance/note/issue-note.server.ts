// Booking an approved note: events #25, #25d of a child's fee account, #30, #30d between a centre and head office
// (finance.md 3.11). Called once, in the transaction of the approval; the note's row is locked.
import { academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { applyAdvance } from '../fee-account/apply-advance.server.ts';
import { chargeAccount } from '../fee-account/charge-account.server.ts';
import { lockFeeAccount } from '../fee-account/fee-line.server.ts';
import { openDue, settleDues } from '../franchisee-due/franchisee-due.server.ts';
import { type AccountCode, HEAD_OFFICE } from '../ledger/chart.ts';
import { type EntryLine, openDay, postEntry, postPair } from '../ledger/post-entry.server.ts';
import { freeAllocations } from './free-allocations.server.ts';
import { reasonOf } from './note.states.ts';
import { type AskedNote, type CreditedLine, type WeighedNote, weighNote } from './weigh-note.server.ts';

/** A centre's debit note is due so many days after its date where nobody named a day. */
const DUE_DAYS = 15;

export interface ToIssue extends AskedNote {
  readonly id: string;
  readonly number: string;
  readonly explanation: string;
  readonly on: Day;
}

/** Locks, weighs anew and books. Caller of a centre's note: inside `withCentres` of it and head office. */
export async function bookNote(db: Db, note: ToIssue): Promise<WeighedNote> {
  if (note.feeAccountId) await lockFeeAccount(db, note.franchiseeId, note.feeAccountId);
  const weighed = await weighNote(db, note, note.on, { lock: true });
  if (note.party === 'STUDENT') {
    if (note.type === 'CREDIT') await creditStudent(db, note, weighed);
    else await chargeStudent(db, note, weighed);
    // What is paid ahead goes onto what is open; who leaves gets it back instead.
    if (note.reasonCode !== 'WITHDRAWAL' && note.feeAccountId)
      await applyAdvance(db, {
        franchiseeId: note.franchiseeId,
        feeAccountId: note.feeAccountId,
        on: note.on,
      });
    return weighed;
  }
  if (note.type === 'CREDIT') await creditCentre(db, note, weighed);
  else await chargeCentre(db, note, weighed);
  return weighed;
}

async function creditStudent(db: Db, note: ToIssue, weighed: WeighedNote): Promise<void> {
  for (const line of weighed.lines) {
    await freeAllocations(db, line);
    await db
      .updateTable('fee_line')
      .set((eb) => ({
        adjusted: eb('adjusted', '+', line.credit.taxable),
        tax: eb('tax', '-', line.credit.tax),
        source_note_id: note.id,
      }))
      .where('franchisee_id', '=', note.franchiseeId)
      .where('id', '=', line.lineId)
      .execute();
  }
  // A bill of a later day is credited on that day: before it neither is a debt.
  const days = [...Map.groupBy(weighed.lines, (line) => (line.dueOn > note.on ? line.dueOn : note.on))];
  for (const [at, [day, lines]] of days.entries())
    await postEntry(db, {
      franchiseeId: note.franchiseeId,
      source: 'note.student',
      sourceId: noteSourceIds(note.id)[at] ?? note.id,
      effectiveOn: await openDay(db, note.franchiseeId, day),
      feeAccountId: note.feeAccountId ?? '',
      academicYearId: lines[0]?.academicYearId ?? academicYearOf(day),
      narration: `Credit note ${note.number}`,
      lines: lines.flatMap(creditPostings),
    });
}

/** Keys of a note's entries: its own, then one more for each later day it touches. */
export const noteSourceIds = (id: string): string[] =>
  Array.from({ length: 61 }, (_, at) => (at === 0 ? id : `${id}:${at}`));

function creditPostings(line: CreditedLine): EntryLine[] {
  const { credit } = line;
  const of = { party: line.feeAccountId, feeLineId: line.lineId };
  const half = Math.ceil(credit.tax / 2);
  return [
    { ...of, account: line.incomeAccount as AccountCode, amount: credit.income },
    { ...of, account: '4190', amount: -credit.concession },
    { account: '2201', amount: half, feeLineId: line.lineId },
    { account: '2202', amount: credit.tax - half, feeLineId: line.lineId },
    { ...of, account: '1200', amount: -(credit.taxable + credit.tax) },
  ];
}

async function chargeStudent(db: Db, note: ToIssue, weighed: WeighedNote): Promise<void> {
  const { title, feeType = 'OTHER' } = reasonOf(note.reasonCode);
  const dueOn = note.dueOn ?? note.on;
  await chargeAccount(db, {
    franchiseeId: note.franchiseeId,
    feeAccountId: note.feeAccountId ?? '',
    kind: 'NOTE',
    feeTypeCode: feeType,
    amount: weighed.total,
    label: title,
    reason: `Debit note ${note.number}`,
    dueOn,
    yearId: academicYearOf(dueOn),
    source: 'note.student',
    sourceId: note.id,
  });
}

async function creditCentre(db: Db, note: ToIssue, { taxable, tax, total, gst }: WeighedNote): Promise<void> {
  const { franchiseeId } = note;
  const { left } = await settleDues(db, {
    franchiseeId,
    way: 'NOTE',
    sourceId: note.id,
    amount: total,
    on: note.on,
    chosen: note.dueId ? [note.dueId] : [],
  });
  const { headOffice = '5540', centre = '5900' } = reasonOf(note.reasonCode);
  await postBoth(db, note, {
    centre: [
      { account: '2400', amount: total - left },
      // More than is open was paid already: it is paid ahead.
      { account: '1310', amount: left },
      ...costOf(centre, await takesInputCredit(db, franchiseeId), { taxable: -taxable, tax: -tax }),
    ],
    headOffice: [
      { account: headOffice, amount: taxable, party: franchiseeId },
      { account: '2501', amount: gst.cgst },
      { account: '2502', amount: gst.sgst },
      { account: '2503', amount: gst.igst },
      { account: '1400', amount: left - total, party: franchiseeId },
      { account: '2340', amount: -left, party: franchiseeId },
    ],
  });
}

async function chargeCentre(db: Db, note: ToIssue, { taxable, tax, total, gst }: WeighedNote): Promise<void> {
  const { franchiseeId } = note;
  const { headOffice = '4540', centre = '5900', title } = reasonOf(note.reasonCode);
  await postBoth(db, note, {
    centre: [
      ...costOf(centre, await takesInputCredit(db, franchiseeId), { taxable, tax }),
      { account: '2400', amount: -total },
    ],
    headOffice: [
      { account: '1400', amount: total, party: franchiseeId },
      { account: headOffice, amount: -taxable, party: franchiseeId },
      { account: '2501', amount: -gst.cgst },
      { account: '2502', amount: -gst.sgst },
      { account: '2503', amount: -gst.igst },
    ],
  });
  await openDue(db, {
    franchiseeId,
    kind: 'NOTE',
    sourceId: note.id,
    number: note.number,
    label: title,
    issuedOn: note.on,
    dueOn: note.dueOn ?? addDays(note.on, DUE_DAYS),
    taxable,
    tax,
  });
}

/** Cost and tax of the centre. Kits stand at their gross price (5400), as their invoice was booked. */
function costOf(
  account: AccountCode,
  inputCredit: boolean,
  { taxable, tax }: { taxable: number; tax: number },
): EntryLine[] {
  if (account === '5400') return [{ account, amount: taxable + tax }];
  return [
    { account, amount: taxable },
    { account: inputCredit ? '1360' : '5110', amount: tax },
  ];
}

async function takesInputCredit(db: Db, franchiseeId: number): Promise<boolean> {
  const { rows } = await sql<{ itc: boolean }>`select itc_allowed as itc from royalty_agreement
    where franchisee_id = ${franchiseeId} and status = 'APPROVED' order by from_on desc limit 1`.execute(db);
  return rows[0]?.itc ?? false;
}

async function postBoth(
  db: Db,
  note: ToIssue,
  lines: { centre: readonly EntryLine[]; headOffice: readonly EntryLine[] },
): Promise<void> {
  const entry = {
    source: 'note.franchisee',
    sourceId: note.id,
    narration: `${note.number}: ${reasonOf(note.reasonCode).title}`,
  } as const;
  await postPair(
    db,
    {
      ...entry,
      franchiseeId: note.franchiseeId,
      effectiveOn: await openDay(db, note.franchiseeId, note.on),
      lines: lines.centre,
    },
    {
      ...entry,
      franchiseeId: HEAD_OFFICE,
      effectiveOn: await openDay(db, HEAD_OFFICE, note.on),
      lines: lines.headOffice,
    },
  );
}
