// A note that another area asks for, inside its own transaction (areas/README §3): it waits for finance, or is issued at
// once where two persons have decided already.
import { todayIst } from '@aangan/contract/period.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { issueNote } from './decide-note.server.ts';
import type { NoteReason } from './note.states.ts';
import { insertNote } from './submit-note.server.ts';

export interface ProposedNote {
  readonly franchiseeId: number;
  readonly feeAccountId: string;
  readonly type: 'CREDIT' | 'DEBIT';
  readonly reasonCode: NoteReason;
  /** Printed on it. */
  readonly reason: string;
  /** Of a credit: what comes off each line, tax included. */
  readonly lines?: readonly { feeLineId: string; amount: number }[];
  /** Of a debit, tax included. */
  readonly amount?: number;
  readonly dueOn?: string;
  /** Natural key of the cause: asked for again it is the same note. */
  readonly source: string;
  readonly sourceId: string;
  readonly makerId: string;
  /** The caller is the second person who decided; the note is issued now. */
  readonly decided?: boolean;
  readonly now: Date;
}

/** @returns the note's id and total; its number once it is issued. */
export async function proposeNote(
  db: Db,
  actor: Actor,
  note: ProposedNote,
): Promise<{ id: string; total: number; number: string | null }> {
  const known = await db
    .selectFrom('note')
    .select(['id', 'total', 'number'])
    .where('franchisee_id', '=', note.franchiseeId)
    .where('source', '=', note.source)
    .where('source_id', '=', note.sourceId)
    .where('type', '=', note.type)
    .executeTakeFirst();
  if (known) return known;
  const asked = await insertNote(
    db,
    {
      franchiseeId: note.franchiseeId,
      party: 'STUDENT',
      type: note.type,
      reasonCode: note.reasonCode,
      feeAccountId: note.feeAccountId,
      dueId: null,
      lines: [...(note.lines ?? [])],
      amount: note.amount ?? null,
      taxCode: null,
      dueOn: note.dueOn ?? null,
    },
    {
      reason: note.reason.slice(0, 500),
      maker: note.makerId,
      on: todayIst(note.now),
      attachmentFile: null,
      source: note.source,
      sourceId: note.sourceId,
    },
  );
  if (!note.decided) return { ...asked, number: null };
  const row = await lockRow(db, 'note', asked.id);
  return { ...asked, number: (await issueNote(db, actor, row, { now: note.now, note: null })).number };
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
