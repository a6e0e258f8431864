import { randomUUID } from 'node:crypto';
import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { academicYearOf, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { cancelMessages } from '../../communication/public.server.ts';
import { rosterOf } from '../../students/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import { FILE_TYPES, MOST_FILE_MB } from '../diary/diary-kinds.ts';
import { filesOf, saveFiles } from '../entry-file/entry-files.server.ts';
import { ensureMySection, type PlacedSection } from '../structure/sections.server.ts';
import { homeworkContract, submissionContract } from './homework.contract.ts';
import { homeworkStates, openUntil } from './homework.states.ts';
import {
  childrenOf,
  factsOf,
  type HomeworkRow,
  isClosed,
  lockHomework,
  remindMissing,
  sourceOf,
  submissionsOf,
  tellHomework,
  withFiles,
} from './homework-rules.server.ts';

type Input = ParsedInputOf<typeof homeworkContract.save>;
const MOST_WAIT_MS = 14 * 24 * 3_600_000;

export const saveHomework = handle(homeworkContract.save, async ({ db, actor, input, now }) => {
  if (input.dueOn < input.assignedOn)
    throw refuseAcademics('homework.due-before-assigned', {
      fields: { dueOn: 'Not before the day it is given' },
    });
  if (input.id !== null) {
    const { row, section } = await lockHomework(db, actor, input.id, { version: input.version ?? 0, now });
    ensure(row.status === 'DRAFT', () => refuse('row.wrong-state'));
    if (input.sectionIds.length > 1 || input.sectionIds[0] !== section.id)
      throw refuse('input.invalid', { fields: { sectionIds: 'A homework stays with its section' } });
    await ensureFits(db, section, input);
    const changed = await db
      .updateTable('homework')
      .set(columnsOf(input))
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await finish(db, changed, input, now);
    return { ids: [row.id], sections: [section.label] };
  }
  const ids: string[] = [];
  const labels: string[] = [];
  for (const [n, sectionId] of [...new Set(input.sectionIds)].entries()) {
    const section = await ensureMySection(db, actor, sectionId, todayIst(now));
    const own = n === 0 ? input : { ...input, enrolmentIds: null };
    await ensureFits(db, section, own);
    const row = await db
      .insertInto('homework')
      .values({
        franchisee_id: section.franchiseeId,
        id: randomUUID(),
        section_id: section.id,
        ...columnsOf(own),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await finish(db, row, own, now);
    ids.push(row.id);
    labels.push(section.label);
  }
  return { ids, sections: labels };
});

const columnsOf = (input: Input) => ({
  academic_year_id: academicYearOf(input.assignedOn),
  subject_id: input.subjectId,
  title: input.title,
  text: input.text,
  assigned_on: input.assignedOn,
  due_on: input.dueOn,
  submission: input.submission,
  all_children: input.enrolmentIds === null,
});

async function ensureFits(db: Db, section: PlacedSection, input: Input): Promise<void> {
  if (input.subjectId !== null) {
    const subject = await db
      .selectFrom('subject as s')
      .innerJoin('subject_class as k', 'k.subject_id', 's.id')
      .select('s.id')
      .where('s.id', '=', input.subjectId)
      .where('s.active', '=', true)
      .where('k.class_id', '=', section.classId)
      .executeTakeFirst();
    if (!subject)
      throw refuse('input.invalid', { fields: { subjectId: `Choose a subject of ${section.className}` } });
  }
  if (input.enrolmentIds === null) return;
  const roster = await rosterOf(db, {
    franchiseeId: section.franchiseeId,
    sectionId: section.id,
    on: input.assignedOn,
  });
  const there = new Set(roster.map(({ studentAdmissionId }) => studentAdmissionId));
  if (input.enrolmentIds.some((id) => !there.has(id)))
    throw refuseAcademics('diary.not-in-section', {
      fields: { enrolmentIds: 'Choose children of the section' },
    });
}

async function finish(db: Db, row: HomeworkRow, input: Input, now: Date): Promise<void> {
  const { franchisee_id, id } = row;
  await saveFiles(
    db,
    { franchiseeId: franchisee_id, kind: 'HOMEWORK', id },
    input.fileIds.map((fileId) => ({ fileId, tagged: [] })),
    { accept: FILE_TYPES, maxMb: MOST_FILE_MB },
  );
  await db
    .deleteFrom('homework_target')
    .where('franchisee_id', '=', franchisee_id)
    .where('homework_id', '=', id)
    .execute();
  if (input.enrolmentIds !== null)
    await db
      .insertInto('homework_target')
      .values(
        [...new Set(input.enrolmentIds)].map((enrolment_id) => ({
          franchisee_id,
          homework_id: id,
          enrolment_id,
        })),
      )
      .execute();
  if (!input.publish) return;
  const wanted = input.publishAt === null ? now : new Date(input.publishAt);
  if (wanted.getTime() > now.getTime() + MOST_WAIT_MS)
    throw refuse('input.invalid', { fields: { publishAt: 'At most 14 days ahead' } });
  await publish(db, row, wanted < now ? now : wanted);
}

async function publish(db: Db, row: HomeworkRow, at: Date): Promise<void> {
  const move = { states: homeworkStates, table: 'homework', row, action: 'publish' } as const;
  await tellHomework(db, await moveStatus(db, { ...move, set: { publish_at: at } }));
}

export const publishHomework = handle(
  homeworkContract.publish,
  async ({ db, actor, input, version, now }) => {
    const { row } = await lockHomework(db, actor, input.id, { version, now });
    await publish(db, row, now);
    return {};
  },
);

export const withdrawHomework = handle(
  homeworkContract.withdraw,
  async ({ db, actor, input, version, now }) => {
    const { row } = await lockHomework(db, actor, input.id, { version, now });
    await moveStatus(db, {
      states: homeworkStates,
      table: 'homework',
      row,
      action: 'withdraw',
      reason: input.reason,
      set: { withdraw_reason: input.reason },
    });
    await cancelMessages(db, { franchiseeId: row.franchisee_id, source: sourceOf(row.id) });
    return {};
  },
);

export const remindHomework = handle(homeworkContract.remind, async ({ db, actor, input, now }) => {
  const { row } = await lockHomework(db, actor, input.id, { now });
  const open = row.status === 'PUBLISHED' && row.publish_at !== null && new Date(row.publish_at) <= now;
  ensure(open && row.submission !== 'NONE', () => refuse('row.wrong-state'));
  ensure(!isClosed(row.due_on, now), () => refuseAcademics('homework.closed'));
  return { families: await remindMissing(db, row, now) };
});

export const getHomework = handle(homeworkContract.get, async ({ db, actor, input, now }) => {
  const row = ensureFound((await factsOf(db, [input.id]))[0]);
  await ensureMySection(db, actor, row.section_id, todayIst(now));
  const files = await filesOf(db, { franchiseeId: row.franchisee_id, kind: 'HOMEWORK' }, [row.id]);
  const attempts = await withFiles(
    db,
    row.franchisee_id,
    await submissionsOf(db, sql`b.homework_id = ${row.id}`),
  );
  const closed = isClosed(row.due_on, now);
  const writes = mayCall(actor, homeworkContract.save);
  const collects = row.status === 'PUBLISHED' && !closed && row.submission !== 'NONE';
  return {
    id: row.id,
    title: row.title,
    text: row.text,
    section: row.section,
    subject: row.subject,
    assignedOn: row.assigned_on,
    dueOn: row.due_on,
    openUntil: openUntil(row.due_on),
    submission: row.submission,
    closed,
    files: files.map(({ fileId, name, picture, url }) => ({ fileId, name, picture, url })),
    sectionId: row.section_id,
    subjectId: row.subject_id,
    status: row.status,
    publishAt: row.publish_at,
    allChildren: row.all_children,
    withdrawReason: row.withdraw_reason,
    children: (await childrenOf(db, row)).map((child) => {
      const own = attempts.filter(({ enrolmentId }) => enrolmentId === child.enrolmentId);
      const last = own[0]?.status;
      return {
        ...child,
        attempts: own,
        can: {
          collect:
            collects &&
            mayCall(actor, submissionContract.collect) &&
            (last === undefined || (last === 'RETURNED' && own.length < 3)),
          exempt:
            row.status === 'PUBLISHED' &&
            mayCall(actor, submissionContract.exempt) &&
            (last === undefined || last === 'SUBMITTED' || last === 'RETURNED'),
        },
      };
    }),
    version: row.version,
    can: {
      edit: writes && row.status === 'DRAFT',
      publish: writes && row.status === 'DRAFT',
      withdraw: writes && row.status !== 'WITHDRAWN',
      remind: writes && collects,
    },
  };
});
