import { endOfMonth } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { several } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { notify } from '../../shell/public.server.ts';
import { staffOf } from '../../staff/public.server.ts';
import { logBookContract } from './log-book.contract.ts';
import { logBookListing, seesAll } from './log-book.listing.server.ts';
import { logBookStates } from './log-book.states.ts';
import { filesOf } from './save-log-book.server.ts';

interface Answered {
  entryId: string;
  topic: string;
  prompt: string | null;
  value: string;
}

/** Answers with their topics, in the topics' order; yes and no in words. */
async function answeredOf(db: Db, entryIds: readonly string[]): Promise<Answered[]> {
  const { rows } = await sql<Answered>`
    select a.entry_id as "entryId", t.name as topic, t.prompt,
           case when t.answer = 'YES_NO' then case a.value when 'YES' then 'Yes' else 'No' end else a.value end as value
      from log_book_answer a join log_topic t on t.id = a.topic_id
     where ${several('a.entry_id', entryIds, 'uuid')} order by t.position, t.name`.execute(db);
  return rows;
}

export const getLogBook = handle(logBookContract.get, async ({ db, actor, input, now }) => {
  const row = ensureFound(await logBookListing.row({ db, actor }, input.id));
  if (!seesAll(actor) && row.authorId !== actor.userId) throw refuse('row.not-found');
  const entry = await db
    .selectFrom('log_book_entry')
    .select(['franchisee_id', 'id', 'reflection', 'reviewer_note'])
    .where('id', '=', input.id)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    reflection: entry.reflection,
    reviewerNote: entry.reviewer_note,
    answered: await answeredOf(db, [entry.id]),
    files: (await filesOf(db, entry)).map((file) => ({
      ...file,
      url: fileUrl({ franchiseeId: entry.franchisee_id, fileId: file.id }, now),
    })),
  };
});

export const reviewLogBook = handle(logBookContract.review, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'log_book_entry', input.id, version);
  await decide(db, actor, {
    states: logBookStates,
    table: 'log_book_entry',
    row,
    action: 'review',
    decision: 'APPROVE',
    makers: [row.author_id],
    reason: input.note ?? null,
    set: { reviewed_by: userIdOf(actor), reviewed_at: now, reviewer_note: input.note ?? null },
  });
  await tellAuthor(db, row, 'Your log book was reviewed', input.note ?? null);
  return {};
});

export const sendBackLogBook = handle(logBookContract.sendBack, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'log_book_entry', input.id, version);
  await decide(db, actor, {
    states: logBookStates,
    table: 'log_book_entry',
    row,
    action: 'send-back',
    decision: 'RETURN',
    makers: [row.author_id],
    reason: input.note,
    set: { reviewer_note: input.note },
  });
  await tellAuthor(db, row, 'Your log book came back to you', input.note);
  return {};
});

/** A line of the bell holds no more. */
const NOTICE_TEXT = 300;

const tellAuthor = (
  db: Db,
  row: RowIn<'log_book_entry'>,
  title: string,
  note: string | null,
): Promise<void> =>
  notify(db, {
    userId: row.author_id,
    kind: 'academics.log-book',
    title,
    ...(note ? { body: note.slice(0, NOTICE_TEXT) } : {}),
    link: `/log-book/view-log-book/${row.id}`,
    franchiseeId: row.franchisee_id,
    sourceArea: 'academics',
    dedupeKey: `log-book:${row.id}:${row.version}`,
  });

export const logBookMonth = handle(logBookContract.month, async ({ db, actor, input }) => {
  const { staffId, month } = input;
  const own = (await staffOf(db, userIdOf(actor))).some(({ id }) => id === staffId);
  if (!own && !seesAll(actor)) throw refuse('row.not-found');
  const teacher = ensureFound(
    await db
      .selectFrom('staff')
      .select(['franchisee_id', 'name'])
      .where('id', '=', staffId)
      .executeTakeFirst(),
  );
  const first = `${month}-01`;
  const { rows } = await sql<{
    id: string;
    onDate: string;
    section: string;
    status: 'DRAFT' | 'SUBMITTED' | 'REVIEWED';
    helpNeeded: boolean;
    reflection: string | null;
  }>`
    select e.id, e.on_date as "onDate", k.name || ' ' || s.name as section, e.status, e.help_needed as "helpNeeded", e.reflection
      from log_book_entry e join section s on s.franchisee_id = e.franchisee_id and s.id = e.section_id join class k on k.id = s.class_id
     where e.franchisee_id = ${teacher.franchisee_id} and e.staff_id = ${staffId} and e.on_date between ${first}::date and ${endOfMonth(first)}::date
     order by e.on_date desc, section`.execute(db);
  const answered = await answeredOf(
    db,
    rows.map(({ id }) => id),
  );
  return {
    teacher: teacher.name,
    rows: rows.map((row) => ({ ...row, answered: answered.filter(({ entryId }) => entryId === row.id) })),
    can: { write: own && mayCall(actor, logBookContract.save) },
  };
});
