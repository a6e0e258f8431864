// A note that another area asks for, inside its own transaction (areas/README §3): it waits for finance, or is issued at
// once where two persons have decided already.
import { todayIst } from '@aangan/contract/period.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { issueNote } from './decide-note.server.ts';
import type { NoteTerms } from './note.contract.ts';
import type { NoteReason } from './note.states.ts';
import { insertNote } from './submit-note.server.ts';
import type { AskedNote } from './weigh-note.server.ts';

interface Proposed {
  readonly franchiseeId: number;
  readonly reasonCode: NoteReason;
  /** Printed on it. */
  readonly reason: string;
  /** Natural key of the cause: asked for again it is the same note. */
  readonly source: string;
  readonly sourceId: string;
  readonly makerId: string;
  /** The caller is the second person who decided; the note is issued now. */
  readonly decided?: boolean;
  readonly now: Date;
}

export interface ProposedNote extends Proposed {
  readonly feeAccountId: string;
  readonly type: 'CREDIT' | 'DEBIT';
  /** Of a credit: what comes off each line, tax included. */
  readonly lines?: readonly { feeLineId: string; amount: number }[];
  /** Of a debit, tax included. */
  readonly amount?: number;
  readonly dueOn?: string;
}

/** What of the goods of an invoice to a centre is credited. */
export interface ProposedGoodsCredit extends Proposed {
  readonly dueId: string;
  readonly parts: NoteTerms['parts'];
}

/** @returns the note's id and total; its number once it is issued. */
export async function proposeNote(
  db: Db,
  actor: Actor,
  note: ProposedNote | ProposedGoodsCredit,
): Promise<{ id: string; total: number; number: string | null }> {
  const asked = askedBy(note);
  const known = await db
    .selectFrom('note')
    .select(['id', 'total', 'number'])
    .where('franchisee_id', '=', note.franchiseeId)
    .where('source', '=', note.source)
    .where('source_id', '=', note.sourceId)
    .where('type', '=', asked.type)
    .executeTakeFirst();
  if (known) return known;
  const keep = () =>
    insertNote(db, asked, {
      reason: note.reason.slice(0, 500),
      maker: note.makerId,
      on: todayIst(note.now),
      attachmentFile: null,
      source: note.source,
      sourceId: note.sourceId,
    });
  // Head office is the seller: its state says which GST goes back, whatever centre the caller has chosen.
  const made =
    asked.party === 'FRANCHISEE'
      ? await withCentres(db, [note.franchiseeId, HEAD_OFFICE], 'note.franchisee', keep)
      : await keep();
  if (!note.decided) return { ...made, number: null };
  const row = await lockRow(db, 'note', made.id);
  return { ...made, number: (await issueNote(db, actor, row, { now: note.now, note: null })).number };
}

function askedBy(note: ProposedNote | ProposedGoodsCredit): AskedNote {
  const { franchiseeId, reasonCode } = note;
  if ('parts' in note)
    return {
      franchiseeId,
      reasonCode,
      party: 'FRANCHISEE',
      type: 'CREDIT',
      feeAccountId: null,
      dueId: note.dueId,
      lines: [],
      amount: null,
      taxCode: null,
      dueOn: null,
      parts: note.parts,
    };
  return {
    franchiseeId,
    reasonCode,
    party: 'STUDENT',
    type: note.type,
    feeAccountId: note.feeAccountId,
    dueId: null,
    lines: [...(note.lines ?? [])],
    amount: note.amount ?? null,
    taxCode: null,
    dueOn: note.dueOn ?? null,
    parts: [],
  };
}

/** Paise, before tax and of tax, that notes on a centre's due have not credited and would not, were all that wait approved. */
export async function creditableLeft(
  db: Db,
  of: { franchiseeId: number; dueId: string },
): Promise<{ taxable: number; tax: number }> {
  const { rows } = await sql<{ taxable: number; tax: number }>`
    select (d.taxable - coalesce(sum(n.taxable), 0))::bigint as taxable, (d.tax - coalesce(sum(n.tax), 0))::bigint as tax
      from franchisee_due d left join note n on n.franchisee_id = d.franchisee_id and n.due_id = d.id and n.status in ('PENDING', 'APPROVED')
     where d.franchisee_id = ${of.franchiseeId} and d.id = ${of.dueId} group by d.taxable, d.tax`.execute(db);
  return ensureFound(rows[0]);
}

/** True while a note of this cause waits: what it will change is not in the lines yet. */
export const noteWaits = async (
  db: Db,
  of: { franchiseeId: number; source: string; sourcePrefix: string },
): Promise<boolean> =>
  (await db
    .selectFrom('note')
    .select('id')
    .where('franchisee_id', '=', of.franchiseeId)
    .where('source', '=', of.source)
    .where('source_id', 'like', `${of.sourcePrefix}:%`)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()) !== undefined;
