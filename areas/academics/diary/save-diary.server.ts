import { randomUUID } from 'node:crypto';
import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { academicYearOf, todayIst, toMs } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { rosterOf } from '../../students/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import { ensureConsents, filesOf, saveFiles } from '../entry-file/entry-files.server.ts';
import { ensureMySection, type PlacedSection } from '../structure/sections.server.ts';
import { diaryContract } from './diary.contract.ts';
import { diaryStates } from './diary.states.ts';
import { FILE_TYPES, MOST_FILE_MB, TEXT_HOURS } from './diary-kinds.ts';
import { type EntryRow, ensureDay, ensureKind, lockEntry, tellFamilies } from './diary-rules.server.ts';

type Input = ParsedInputOf<typeof diaryContract.save>;
const limits = { accept: FILE_TYPES, maxMb: MOST_FILE_MB };
const HOUR = 3_600_000;
/** An entry waits at most two weeks for its publication. */
const MOST_WAIT = 14 * 24 * HOUR;

export const saveDiary = handle(diaryContract.save, async ({ db, actor, input, now }) => {
  ensureKind(actor, input.kind, true);
  if (input.id !== null) {
    const { row, section } = await lockEntry(db, actor, input.id, { version: input.version ?? 0, now });
    if (row.kind !== input.kind) throw refuse('row.not-found');
    if (input.sectionIds.length > 1 || input.sectionIds[0] !== row.section_id)
      throw refuse('input.invalid', { fields: { sectionIds: 'An entry stays with its section' } });
    const saved =
      row.status === 'DRAFT'
        ? await changeDraft(db, row, { input, section, now })
        : await changePublished(db, row, { input, section, now });
    return { ids: [row.id], status: saved.status };
  }
  ensureDay(input.onDate, now);
  const ids: string[] = [];
  let status: EntryRow['status'] = 'DRAFT';
  for (const [n, sectionId] of [...new Set(input.sectionIds)].entries()) {
    const section = await ensureMySection(db, actor, sectionId, todayIst(now));
    const own = n === 0 ? input : copyOf(input);
    await ensureFits(db, section, own);
    const id = randomUUID();
    const row = await db
      .insertInto('diary_entry')
      .values({
        franchisee_id: section.franchiseeId,
        id,
        academic_year_id: academicYearOf(input.onDate),
        kind: own.kind,
        section_id: section.id,
        ...columnsOf(own),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await keepParts(db, row, own);
    status = (await finish(db, row, { input: own, section, now })).status;
    ids.push(id);
  }
  return { ids, status };
});

/** For another section: the words, and the files on which no child is. Tagged pictures stay where their children are. */
const copyOf = (input: Input): Input => ({
  ...input,
  enrolmentIds: null,
  files: input.files.filter(({ tagged }) => tagged.length === 0),
});

const columnsOf = (input: Input) => ({
  subject_id: input.subjectId,
  on_date: input.onDate,
  topic: input.topic,
  text_en: input.textEn,
  text_hi: input.textHi,
  ack_required: input.ackRequired,
  all_children: input.enrolmentIds === null,
});

interface Change {
  input: Input;
  section: PlacedSection;
  now: Date;
}

async function changeDraft(db: Db, row: EntryRow, change: Change): Promise<EntryRow> {
  const { input, section, now } = change;
  if (input.onDate !== row.on_date) ensureDay(input.onDate, now);
  await ensureFits(db, section, input);
  const saved = await db
    .updateTable('diary_entry')
    .set({ ...columnsOf(input), academic_year_id: academicYearOf(input.onDate) })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepParts(db, saved, input);
  return finish(db, saved, change);
}

/** Of a published entry the words change for a day, files at any time; day, subject and children stay. */
async function changePublished(db: Db, row: EntryRow, { input, section, now }: Change): Promise<EntryRow> {
  ensure(row.status === 'PUBLISHED', () => refuse('row.wrong-state'));
  const words = { topic: input.topic, text_en: input.textEn, text_hi: input.textHi };
  const changed = words.topic !== row.topic || words.text_en !== row.text_en || words.text_hi !== row.text_hi;
  if (changed && now.getTime() > toMs(row.publish_at ?? now) + TEXT_HOURS * HOUR)
    throw refuseAcademics('diary.fixed');
  await ensureFits(db, section, { ...input, enrolmentIds: null, onDate: row.on_date });
  await keepFiles(db, row, input);
  if (!changed) return row;
  return db
    .updateTable('diary_entry')
    .set({ ...words, text_changed_at: now })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const owner = (row: EntryRow) => ({ franchiseeId: row.franchisee_id, kind: 'DIARY', id: row.id }) as const;

/** Subject of the class, children of the section on that day, pictures with tags or nobody, consent of the tagged. */
async function ensureFits(db: Db, section: PlacedSection, input: Input): Promise<void> {
  await ensureSubject(db, section, input);
  const roster = await rosterOf(db, {
    franchiseeId: section.franchiseeId,
    sectionId: section.id,
    on: input.onDate,
  });
  const there = new Set(roster.map(({ studentAdmissionId }) => studentAdmissionId));
  const tagged = input.files.flatMap((file) => file.tagged);
  if ([...(input.enrolmentIds ?? []), ...tagged].some((id) => !there.has(id)))
    throw refuseAcademics('diary.not-in-section', {
      fields: { enrolmentIds: 'Choose children of the section' },
    });
  await ensureConsents(db, section.franchiseeId, input.files);
}

async function ensureSubject(db: Db, section: PlacedSection, { kind, subjectId }: Input): Promise<void> {
  const wrong = (text: string) => refuse('input.invalid', { fields: { subjectId: text } });
  if (kind === 'GENERAL') {
    if (subjectId !== null) throw wrong('The general diary has no subject');
    return;
  }
  if (subjectId === null) throw wrong('Choose a subject');
  const found = await db
    .selectFrom('subject as s')
    .innerJoin('subject_class as k', 'k.subject_id', 's.id')
    .select('s.id')
    .where('s.id', '=', subjectId)
    .where('s.active', '=', true)
    .where('k.class_id', '=', section.classId)
    .executeTakeFirst();
  if (!found) throw wrong(`Choose a subject of ${section.className}`);
}

async function keepFiles(db: Db, row: EntryRow, input: Input): Promise<void> {
  await saveFiles(db, owner(row), input.files, limits);
  if (input.nobodyOnOthers) return;
  const files = await filesOf(db, owner(row), [row.id]);
  if (files.some(({ picture, tagged }) => picture && tagged.length === 0))
    throw refuseAcademics('diary.untagged', { fields: { files: 'Say who is on each picture' } });
}

async function keepParts(db: Db, row: EntryRow, input: Input): Promise<void> {
  await keepFiles(db, row, input);
  await db
    .deleteFrom('diary_target')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('entry_id', '=', row.id)
    .execute();
  if (input.enrolmentIds === null) return;
  await db
    .insertInto('diary_target')
    .values(
      [...new Set(input.enrolmentIds)].map((enrolment_id) => ({
        franchisee_id: row.franchisee_id,
        entry_id: row.id,
        enrolment_id,
      })),
    )
    .execute();
}

/** Publishes when that was asked, at once or at its hour. */
async function finish(db: Db, row: EntryRow, { input, section, now }: Change): Promise<EntryRow> {
  if (!input.publish) return row;
  const wanted = input.publishAt === null ? now : new Date(input.publishAt);
  if (wanted.getTime() > now.getTime() + MOST_WAIT)
    throw refuse('input.invalid', { fields: { publishAt: 'At most 14 days ahead' } });
  return publishEntry(db, row, { section, at: wanted < now ? now : wanted });
}

/** Makes an entry visible from an instant on, and tells its families then. Consent is asked again. */
export async function publishEntry(
  db: Db,
  row: EntryRow,
  { section, at }: { section: PlacedSection; at: Date },
): Promise<EntryRow> {
  await ensureConsents(db, row.franchisee_id, await filesOf(db, owner(row), [row.id]));
  const published = await moveStatus(db, {
    states: diaryStates,
    table: 'diary_entry',
    row,
    action: 'publish',
    set: { publish_at: at },
  });
  await tellFamilies(db, published, section);
  return published;
}
