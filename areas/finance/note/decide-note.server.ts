import { type Day, financialYear, todayIst } from '@aangan/contract/period.ts';
import { paise } from '@aangan/money/paise.ts';
import { splitByWeights } from '@aangan/money/split.ts';
import { inWords } from '@aangan/money/words.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import { decide, lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchisee } from '../../network/public.server.ts';
import { ensureAmountLevel } from '../concession/approval-level.server.ts';
import { requestEInvoice } from '../e-invoice/request-e-invoice.server.ts';
import { accountName, HEAD_OFFICE } from '../ledger/chart.ts';
import { documentNumber } from '../receipt/issue-receipt.server.ts';
import { bookNote, noteSourceIds } from './issue-note.server.ts';
import { type NoteSnapshot, type NoteTerms, noteContract, noteTerms } from './note.contract.ts';
import { noteListing } from './note.listing.server.ts';
import { noteStates, noteTypes, reasonOf } from './note.states.ts';
import { tellCause } from './note-causes.server.ts';
import { type AskedNote, type WeighedNote, weighNote } from './weigh-note.server.ts';

type Row = RowIn<'note'>;

const askedIn = (row: Row): AskedNote => ({
  ...noteTerms.parse(row.terms),
  franchiseeId: row.franchisee_id,
  party: row.party,
  type: row.type,
  reasonCode: row.reason_code,
  feeAccountId: row.fee_account_id,
  dueId: row.due_id,
});

export const approveNote = handle(noteContract.approve, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'note', input.id, version);
  ensureStep(noteStates, row.status, 'approve');
  await ensureAmountLevel(db, actor, { subject: 'NOTE', amount: row.total });
  return issueNote(db, actor, row, { now, note: input.note ?? null });
});

export const rejectNote = handle(noteContract.reject, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'note', input.id, version);
  ensureStep(noteStates, row.status, 'reject');
  await decide(db, actor, {
    states: noteStates,
    table: 'note',
    row,
    action: 'reject',
    decision: 'REJECT',
    makers: [row.maker],
    reason: input.note,
    set: { decided_by: userIdOf(actor), decided_at: now, decision_note: input.note },
  });
  await tellCause(db, { ...causeOf(row), approved: false, reason: input.note, on: todayIst(now), at: now });
  return {};
});

const causeOf = (row: Row) => ({
  franchiseeId: row.franchisee_id,
  noteId: row.id,
  source: row.source,
  sourceId: row.source_id,
  taxable: row.taxable,
});

/** Numbers, books and sends a note; it was weighed when it was asked for and is weighed again. */
export async function issueNote(
  db: Db,
  actor: Actor,
  row: Row,
  { now, note }: { now: Date; note: string | null },
): Promise<{ id: string; number: string }> {
  const on = todayIst(now);
  const issue = async () => {
    const number = await numberOf(db, row, on);
    const weighed = await bookNote(db, { ...askedIn(row), id: row.id, number, explanation: row.reason, on });
    const snapshot = await snapshotOf(db, row, { number, on, weighed });
    await decide(db, actor, {
      states: noteStates,
      table: 'note',
      row,
      action: 'approve',
      decision: 'APPROVE',
      makers: [row.maker],
      reason: note,
      set: {
        number,
        issued_on: on,
        taxable: weighed.taxable,
        tax: weighed.tax,
        total: weighed.total,
        snapshot: JSON.stringify(snapshot),
        decided_by: userIdOf(actor),
        decided_at: now,
        decision_note: note,
      },
    });
    if (row.party === 'FRANCHISEE') await registerNote(db, row, { number, on, weighed });
    await tellCause(db, {
      ...causeOf(row),
      taxable: weighed.taxable,
      approved: true,
      reason: null,
      on,
      at: now,
    });
    await later(
      db,
      'finance.note',
      { noteId: row.id },
      { franchiseeId: row.franchisee_id, dedupeKey: row.id, source: { kind: 'note', id: row.id } },
    );
    return { id: row.id, number };
  };
  if (row.party === 'STUDENT') return issue();
  return withCentres(db, [row.franchisee_id, HEAD_OFFICE], 'note.franchisee', issue);
}

/** A note of head office is registered as its invoice is. */
async function registerNote(
  db: Db,
  row: Row,
  { number, on, weighed }: { number: string; on: Day; weighed: WeighedNote },
): Promise<void> {
  const due = row.due_id
    ? await db
        .selectFrom('franchisee_due')
        .select(['kind', 'number', 'issued_on'])
        .where('franchisee_id', '=', row.franchisee_id)
        .where('id', '=', row.due_id)
        .executeTakeFirst()
    : undefined;
  const { taxCode, parts } = noteTerms.parse(row.terms);
  const lines =
    due?.kind === 'KIT' ? goodsLines(parts, weighed) : await serviceLine(db, row, { taxCode, on, weighed });
  if (lines.length === 0) return;
  await requestEInvoice(db, {
    franchiseeId: row.franchisee_id,
    kind: 'NOTE',
    documentId: row.id,
    docType: row.type === 'CREDIT' ? 'CRN' : 'DBN',
    number,
    issuedOn: on,
    document: {
      lines,
      total: weighed.total,
      month: null,
      against: due ? { number: due.number, date: due.issued_on } : null,
    },
  });
}

/** Goods by their own codes and rates; none where nobody said which goods. */
function goodsLines(parts: NoteTerms['parts'], { gst }: WeighedNote) {
  const taxes = parts.map((part) => part.tax);
  const cgst = gst.cgst + gst.sgst === 0 ? taxes.map(() => 0) : splitByWeights(paise(gst.cgst), taxes);
  const intra = gst.igst === 0;
  return parts.map((part, i) => ({
    description: part.label,
    sac: part.hsn,
    rateBp: part.rateBp,
    taxable: part.taxable,
    cgst: intra ? (cgst[i] ?? 0) : 0,
    sgst: intra ? part.tax - (cgst[i] ?? 0) : 0,
    igst: intra ? 0 : part.tax,
  }));
}

async function serviceLine(
  db: Db,
  row: Row,
  { taxCode, on, weighed }: { taxCode: string | null; on: Day; weighed: WeighedNote },
) {
  const rate = await db
    .selectFrom('tax_rate')
    .select('sac')
    .where('code', '=', taxCode ?? 'ROYALTY')
    .where('from_on', '<=', on)
    .orderBy('from_on', 'desc')
    .executeTakeFirst();
  if (!rate?.sac) return [];
  return [
    {
      description: reasonOf(row.reason_code).title,
      sac: rate.sac,
      rateBp: Math.round((weighed.tax * 10_000) / Math.max(1, weighed.taxable)),
      taxable: weighed.taxable,
      ...weighed.gst,
    },
  ];
}

/** C012/2627/000001 and D… of a centre to its families, RCN/26-27/000001 and RDN/… of head office to its centres. */
async function numberOf(db: Db, row: Row, on: Day): Promise<string> {
  const year = financialYear(on);
  if (row.party === 'STUDENT') {
    const letter = row.type === 'CREDIT' ? 'C' : 'D';
    const of = { franchiseeId: row.franchisee_id, series: letter, period: year.compact };
    return documentNumber(letter, row.franchisee_id, year.compact, await nextNumber(db, of));
  }
  const series = row.type === 'CREDIT' ? 'RCN' : 'RDN';
  const seq = await nextNumber(db, { franchiseeId: HEAD_OFFICE, series, period: year.short });
  return `${series}/${year.short}/${String(seq).padStart(6, '0')}`;
}

async function snapshotOf(
  db: Db,
  row: Row,
  { number, on, weighed }: { number: string; on: Day; weighed: WeighedNote },
): Promise<NoteSnapshot> {
  const centre = ensureFound(await franchisee(db, row.franchisee_id));
  const seller = row.party === 'STUDENT' ? centre : ensureFound(await franchisee(db, HEAD_OFFICE));
  const child = row.fee_account_id ? await childOf(db, row.franchisee_id, row.fee_account_id) : null;
  return {
    number,
    title: noteTypes[row.type],
    issuedOn: on,
    seller: {
      name: seller.legalName ?? seller.companyName,
      address: seller.address,
      gstin: seller.gstin,
    },
    to: child ?? centre.legalName ?? centre.companyName,
    toDetails: child
      ? []
      : [
          ['GSTIN', centre.gstin ?? 'Not registered'],
          ['Address', centre.address ?? '–'],
          ['Place of supply', centre.stateCode ?? '–'],
        ],
    reason: reasonOf(row.reason_code).title,
    explanation: row.reason,
    parts: [...weighed.parts],
    taxable: weighed.taxable,
    tax: weighed.tax,
    total: weighed.total,
    words: inWords(paise(weighed.total), 'en'),
  };
}

const childOf = async (db: Db, franchiseeId: number, id: string): Promise<string> =>
  (
    await db
      .selectFrom('fee_account')
      .select('child_label')
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).child_label;

export const getNote = handle(noteContract.get, async ({ db, actor, input, now }) => {
  const row = ensureFound(await noteListing.row({ db, actor }, input.id));
  const note = await db
    .selectFrom('note as n')
    .leftJoin('franchisee_due as d', (join) =>
      join.onRef('d.franchisee_id', '=', 'n.franchisee_id').onRef('d.id', '=', 'n.due_id'),
    )
    .leftJoin('file as f', (join) =>
      join.onRef('f.franchisee_id', '=', 'n.franchisee_id').onRef('f.id', '=', 'n.attachment_file'),
    )
    .leftJoin('app_user as u', 'u.id', 'n.decided_by')
    .selectAll('n')
    .select([
      'd.number as due_number',
      'd.label as due_label',
      'f.name as file_name',
      'u.first_name',
      'u.last_name',
    ])
    .where('n.id', '=', input.id)
    .executeTakeFirstOrThrow();
  const { rows: postings } = await sql<{
    book: 'CENTRE' | 'HEAD_OFFICE';
    on: string;
    code: string;
    amount: number;
  }>`
    select case when e.franchisee_id = ${HEAD_OFFICE} then 'HEAD_OFFICE' else 'CENTRE' end as book, e.effective_on as on, p.account_code as code, p.amount
      from ledger_entry e join ledger_posting p on p.franchisee_id = e.franchisee_id and p.entry_id = e.id
     where e.franchisee_id in (${note.franchisee_id}, ${HEAD_OFFICE}) and e.source in ('note.student', 'note.franchisee')
       and e.source_id = any(${noteSourceIds(note.id)}) order by 1, 2, p.line`.execute(db);
  const url = (fileId: string | null) =>
    fileId ? fileUrl({ franchiseeId: note.franchisee_id, fileId }) : null;
  const attachmentUrl = url(note.attachment_file);
  return {
    ...row,
    parts: note.snapshot
      ? (note.snapshot as unknown as NoteSnapshot).parts
      : await partsNow(db, note as unknown as Row, todayIst(now)),
    against: note.due_number ? `${note.due_number}, ${note.due_label}` : null,
    decisionNote: note.decision_note,
    decidedBy: note.first_name ? [note.first_name, note.last_name].filter(Boolean).join(' ') : null,
    attachment: attachmentUrl && note.file_name ? { name: note.file_name, url: attachmentUrl } : null,
    pdfUrl: url(note.file_id),
    postings: postings.map(({ code, ...one }) => ({ ...one, account: `${code} ${accountName(code)}` })),
  };
});

async function partsNow(db: Db, row: Row, on: Day) {
  if (row.status !== 'PENDING')
    return [{ label: reasonOf(row.reason_code).title, amount: row.taxable, tax: row.tax }];
  return [...(await weighNote(db, askedIn(row), on)).parts];
}
