import { type Day, todayIst } from '@aangan/contract/period.ts';
import { Refusal, refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { useFile } from '@aangan/server/files/files.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { noteContract } from './note.contract.ts';
import type { NoteParty, NoteType } from './note.states.ts';
import {
  type AskedNote,
  creditableDues,
  royaltyOf,
  type WeighedNote,
  weighNote,
} from './weigh-note.server.ts';

interface Input {
  party: NoteParty;
  type: NoteType;
  reasonCode: string;
  feeAccountId?: string | null | undefined;
  franchiseeId?: number | null | undefined;
  dueId?: string | null | undefined;
  amount?: number | null | undefined;
  taxCode?: string | null | undefined;
  dueOn?: string | null | undefined;
  lines?: readonly { feeLineId: string; amount: number }[] | undefined;
}

/** What was asked, of a party the caller may write to. */
async function askedOf(db: Db, actor: Actor, input: Input): Promise<AskedNote> {
  const franchiseeId = await partyOf(db, actor, input);
  return {
    franchiseeId,
    party: input.party,
    type: input.type,
    reasonCode: input.reasonCode,
    feeAccountId: input.party === 'STUDENT' ? (input.feeAccountId ?? null) : null,
    dueId: input.party === 'FRANCHISEE' && input.type === 'CREDIT' ? (input.dueId ?? null) : null,
    lines: [...(input.lines ?? [])],
    amount: input.amount ?? null,
    taxCode: input.taxCode ?? null,
    dueOn: input.dueOn ?? null,
    parts: [],
  };
}

async function partyOf(db: Db, actor: Actor, input: Input): Promise<number> {
  if (input.party === 'STUDENT') {
    if (!input.feeAccountId) throw refuse('input.invalid', { fields: { feeAccountId: 'Choose the child' } });
    const account = await db
      .selectFrom('fee_account')
      .select('franchisee_id')
      .where('id', '=', input.feeAccountId)
      .executeTakeFirst();
    return ensureFound(account).franchisee_id;
  }
  // A centre neither credits nor charges itself.
  ensure(actor.wholeNetwork, () => refuseFinance('note.head-office'));
  if (!input.franchiseeId) throw refuse('input.invalid', { fields: { franchiseeId: 'Choose the centre' } });
  return input.franchiseeId;
}

export const noteChoices = handle(noteContract.choices, async ({ db, actor, input }) => {
  const children = input.q
    ? await db
        .selectFrom('fee_account as k')
        .innerJoin('franchisee as z', 'z.id', 'k.franchisee_id')
        .select(['k.id', 'k.child_label', 'z.company_name'])
        .where('k.child_label', 'ilike', contains(input.q))
        .orderBy('k.child_label')
        .orderBy('k.id')
        .limit(20)
        .execute()
    : [];
  const lines = input.feeAccountId
    ? await db
        .selectFrom('fee_line as l')
        .select(['l.id', 'l.label', 'l.due_on', 'l.net', 'l.allocated'])
        .where('l.fee_account_id', '=', input.feeAccountId)
        .where('l.state', '=', 'OPEN')
        .where('l.net', '>', 0)
        .orderBy('l.due_on')
        .orderBy('l.seq')
        .orderBy('l.id')
        .execute()
    : [];
  const dues = input.franchiseeId && actor.wholeNetwork ? await creditableDues(db, input.franchiseeId) : [];
  return {
    children: children.map((row) => ({ id: row.id, label: `${row.child_label} · ${row.company_name}` })),
    lines: lines.map((line) => ({
      id: line.id,
      label: line.label,
      dueOn: line.due_on,
      net: line.net,
      allocated: line.allocated,
    })),
    dues: dues.map(({ id, kind, label, left }) => ({ id, kind, label, left })),
  };
});

const NOTHING = { parts: [], taxable: 0, tax: 0, total: 0, lines: [], gst: { cgst: 0, sgst: 0, igst: 0 } };

export const previewNote = handle(noteContract.preview, async ({ db, actor, input, now }) => {
  let weighed: WeighedNote = NOTHING;
  let refusal: string | null = null;
  try {
    weighed = await weighNote(db, await askedOf(db, actor, input), todayIst(now));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refusal = Object.values(error.fields ?? {})[0] ?? error.message;
  }
  return {
    taxable: weighed.taxable,
    tax: weighed.tax,
    total: weighed.total,
    freed: weighed.lines.reduce((sum, line) => sum + line.amount, 0),
    royalty: await royaltyOf(db, weighed),
    parts: [...weighed.parts],
    refusal,
  };
});

export const submitNote = handle(noteContract.submit, async ({ db, actor, input, now }) => {
  const asked = await askedOf(db, actor, input);
  const note = await insertNote(db, asked, {
    reason: input.reason,
    maker: userIdOf(actor),
    on: todayIst(now),
    attachmentFile: input.attachmentFile ?? null,
  });
  if (input.attachmentFile)
    await useFile(db, {
      franchiseeId: asked.franchiseeId,
      fileId: input.attachmentFile,
      area: 'finance',
      subjectKind: 'NOTE',
      subjectId: note.id,
      accept: ['pdf', 'jpg', 'png'],
    });
  return note;
});

interface NewNote {
  reason: string;
  maker: string;
  on: Day;
  attachmentFile: string | null;
  /** The cause in another area. */
  source?: string;
  sourceId?: string;
}

/** Weighs and keeps a note that waits for its approval. */
export async function insertNote(
  db: Db,
  asked: AskedNote,
  more: NewNote,
): Promise<{ id: string; total: number }> {
  const weighed = await weighNote(db, asked, more.on);
  const { id } = await db
    .insertInto('note')
    .values({
      franchisee_id: asked.franchiseeId,
      party: asked.party,
      type: asked.type,
      reason_code: asked.reasonCode,
      reason: more.reason,
      fee_account_id: asked.feeAccountId,
      due_id: asked.dueId,
      terms: JSON.stringify({
        lines: asked.lines,
        amount: asked.amount,
        taxCode: asked.taxCode,
        dueOn: asked.dueOn,
        parts: asked.parts,
      }),
      taxable: weighed.taxable,
      tax: weighed.tax,
      total: weighed.total,
      maker: more.maker,
      attachment_file: more.attachmentFile,
      source: more.source ?? null,
      source_id: more.sourceId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, total: weighed.total };
}
