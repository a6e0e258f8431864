import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { releaseFile, useFile } from '@aangan/server/files/files.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { staffOf } from '../../staff/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import { ensureMySection, mySections, sectionById } from '../structure/sections.server.ts';
import { FILE_TYPES, type LogTopic, logBookContract, MOST_DAYS_BACK } from './log-book.contract.ts';
import { logBookStates } from './log-book.states.ts';
import { answerProblem, topicsOf } from './log-topics.server.ts';

export const LOG_BOOK_FILES = 'LOG_BOOK';
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The person's employment at the section's centre: a log book is a teacher's. */
async function staffIdAt(db: Db, actor: Actor, franchiseeId: number): Promise<string | null> {
  const own = await staffOf(db, userIdOf(actor));
  return own.find((one) => one.franchiseeId === franchiseeId)?.id ?? null;
}

const entryOf = (db: Db, where: { franchiseeId: number; staffId: string; sectionId: string; onDate: Day }) =>
  db
    .selectFrom('log_book_entry')
    .selectAll()
    .where('franchisee_id', '=', where.franchiseeId)
    .where('staff_id', '=', where.staffId)
    .where('section_id', '=', where.sectionId)
    .where('on_date', '=', where.onDate);

export const logBookForm = handle(logBookContract.form, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const named = input.id ? await ownEntry(db, actor, input.id) : null;
  const onDate = named?.on_date ?? input.onDate ?? today;
  const mine = await mySections(db, actor, onDate);
  const wanted = named?.section_id ?? input.sectionId;
  const section = named
    ? await sectionById(db, named.section_id)
    : wanted
      ? await ensureMySection(db, actor, wanted, onDate)
      : (mine[0] ?? null);
  const head = {
    sections: mine.map(({ id, label }) => ({ id, label })),
    sectionId: section?.id ?? null,
    section: section?.label ?? null,
    onDate,
    earliest: addDays(today, -MOST_DAYS_BACK),
    today,
  };
  const staffId = section && (await staffIdAt(db, actor, section.franchiseeId));
  if (!section || !staffId) return { ...head, topics: [], entry: null, can: { save: false } };
  const { franchiseeId, id: sectionId } = section;
  const entry =
    named ?? (await entryOf(db, { franchiseeId, staffId, sectionId, onDate }).executeTakeFirst()) ?? null;
  return {
    ...head,
    topics: await topicsOf(db, section, { staffId, onDate }),
    entry: entry && {
      id: entry.id,
      version: entry.version,
      status: entry.status,
      reflection: entry.reflection,
      helpNeeded: entry.help_needed,
      answers: Object.fromEntries((await answersOf(db, entry)).map((row) => [row.topic_id, row.value])),
      files: await filesOf(db, entry),
      reviewerNote: entry.reviewer_note,
    },
    can: { save: mayCall(actor, logBookContract.save) },
  };
});

/** The own entry: another person's is not there to write. */
const ownEntry = async (db: Db, actor: Actor, id: string) =>
  ensureFound(
    await db
      .selectFrom('log_book_entry')
      .selectAll()
      .where('id', '=', id)
      .where('author_id', '=', userIdOf(actor))
      .executeTakeFirst(),
  );

interface EntryKey {
  franchisee_id: number;
  id: string;
}

const answersOf = (db: Db, entry: EntryKey) =>
  db
    .selectFrom('log_book_answer')
    .select(['topic_id', 'value'])
    .where('franchisee_id', '=', entry.franchisee_id)
    .where('entry_id', '=', entry.id)
    .execute();

/** Files of an entry by name. */
export const filesOf = async (db: Db, entry: EntryKey): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('file_use as u')
    .innerJoin('file as f', (join) =>
      join.onRef('f.franchisee_id', '=', 'u.franchisee_id').onRef('f.id', '=', 'u.file_id'),
    )
    .select(['f.id', 'f.name'])
    .where('u.franchisee_id', '=', entry.franchisee_id)
    .where('u.subject_kind', '=', LOG_BOOK_FILES)
    .where('u.subject_id', '=', entry.id)
    .orderBy('f.name')
    .orderBy('f.id')
    .execute();

export const saveLogBook = handle(logBookContract.save, async ({ db, actor, input, now }) => {
  const { sectionId, onDate, version, submit } = input;
  const today = todayIst(now);
  if (onDate > today) throw refuse('input.invalid', { fields: { onDate: 'Choose today or an earlier day' } });
  if (onDate < addDays(today, -MOST_DAYS_BACK))
    throw refuseAcademics('log-book.too-old', { fields: { onDate: `At most ${MOST_DAYS_BACK} days back` } });
  const section = await ensureMySection(db, actor, sectionId, onDate);
  const { franchiseeId } = section;
  const staffId = await staffIdAt(db, actor, franchiseeId);
  if (!staffId) throw refuseAcademics('log-book.no-staff');
  const topics = await topicsOf(db, section, { staffId, onDate });
  ensureAnswers(topics, input.answers, submit);

  const values = { reflection: input.reflection || null, help_needed: input.helpNeeded };
  const key = { franchiseeId, staffId, sectionId, onDate };
  const there = await entryOf(db, key).forUpdate().executeTakeFirst();
  if ((there?.version ?? null) !== version)
    throw there && version === null ? refuseAcademics('log-book.exists') : refuse('row.stale');
  if (there && there.status !== 'DRAFT') throw refuseAcademics('log-book.closed');
  const entry = there
    ? await db
        .updateTable('log_book_entry')
        .set(values)
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', there.id)
        .returning(['franchisee_id', 'id', 'status'])
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('log_book_entry')
        .values({
          franchisee_id: franchiseeId,
          staff_id: staffId,
          author_id: userIdOf(actor),
          section_id: sectionId,
          on_date: onDate,
          ...values,
        })
        .returning(['franchisee_id', 'id', 'status'])
        .executeTakeFirstOrThrow();
  await writeAnswers(db, entry, input.answers);
  await bindFiles(db, entry, input.fileIds);
  if (submit)
    await moveStatus(db, {
      states: logBookStates,
      table: 'log_book_entry',
      row: entry,
      action: 'submit',
      set: { submitted_at: now },
    });
  return { id: entry.id };
});

type Answers = readonly { topicId: string; value: string }[];

/** An answer fits its topic; a submitted entry has every required one. Faults stand under the topic's id. */
function ensureAnswers(topics: readonly LogTopic[], answers: Answers, submit: boolean): void {
  const faults: Record<string, string> = {};
  for (const { topicId, value } of answers) {
    const topic = topics.find(({ id }) => id === topicId);
    const problem = topic ? answerProblem(topic, value) : 'This topic is not asked here';
    if (problem) faults[topicId] = problem;
  }
  if (submit)
    for (const { id, required } of topics)
      if (required && !answers.some(({ topicId }) => topicId === id)) faults[id] = 'Fill this in';
  if (Object.keys(faults).length > 0) throw refuseAcademics('log-book.answers', { fields: faults });
}

async function writeAnswers(db: Db, entry: EntryKey, answers: Answers): Promise<void> {
  await db
    .deleteFrom('log_book_answer')
    .where('franchisee_id', '=', entry.franchisee_id)
    .where('entry_id', '=', entry.id)
    .execute();
  // Of a topic that is named twice the last counts.
  const rows = [...new Map(answers.map(({ topicId, value }) => [topicId, value]))];
  if (rows.length > 0)
    await db
      .insertInto('log_book_answer')
      .values(
        rows.map(([topic_id, value]) => ({
          franchisee_id: entry.franchisee_id,
          entry_id: entry.id,
          topic_id,
          value,
        })),
      )
      .execute();
}

async function bindFiles(db: Db, entry: EntryKey, fileIds: readonly string[]): Promise<void> {
  const use = { franchiseeId: entry.franchisee_id, subjectKind: LOG_BOOK_FILES, subjectId: entry.id };
  const wanted = new Set(fileIds);
  for (const { id } of await filesOf(db, entry))
    if (!wanted.has(id)) await releaseFile(db, { ...use, fileId: id });
  for (const fileId of wanted)
    await useFile(db, { ...use, fileId, area: 'academics', accept: FILE_TYPES, maxBytes: MAX_FILE_BYTES });
}
