// One day: read by its readers, written by authors.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { findFile, useFile } from '@aangan/server/files/files.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseCurriculum } from '../curriculum.refusals.ts';
import { openToAuthors } from '../plan/plan-row.server.ts';
import { videoCard } from '../video/video.server.ts';
import { dayContract as contract, type DayView, themeDaysContract } from './day.contract.ts';
import { type DayContent, isTeachable } from './day-content.ts';
import {
  contentFor,
  dayNo,
  daysWhere,
  isAuthor,
  knownOf,
  lockDay,
  weeksInSight,
  writeDraft,
} from './day-row.server.ts';
import { previewContract, reviewContract } from './review.contract.ts';

export const getDay = handle(contract.get, async ({ db, actor, input, now }) => {
  const row = ensureFound((await daysWhere(db, actor, { now, where: sql`d.id = ${input.id}` }))[0]);
  const author = isAuthor(actor);
  const content = contentFor(actor, row);
  const live = author && row.draft ? row.live : null;
  const sight = weeksInSight(actor, now);
  const beside = await sql<{ days: number; previousId: string | null; nextId: string | null }>`
    select (select count(*)::int from curriculum_day c where c.plan_id = ${row.planId}) as days,
      (array_agg(d.id order by d.position desc) filter (where d.position < ${row.position}))[1] as "previousId",
      (array_agg(d.id order by d.position) filter (where d.position > ${row.position}))[1] as "nextId"
      from curriculum_day d join curriculum_week k on k.id = d.week_id join curriculum_plan p on p.id = d.plan_id
     where d.plan_id = ${row.planId} and ${author ? sql`true` : sql`d.live_rev > 0`} and ${sight}`.execute(
    db,
  );
  const people = await sql<{ draftBy: string | null; note: string | null }>`select
    (select ${personName('u')} from app_user u where u.id = ${row.draftById}) as "draftBy",
    (select review_note from curriculum_day where id = ${row.id}) as note`.execute(db);
  const known = await knownOf(db, live ? [content, live] : [content]);
  const open = openToAuthors.includes(row.planStatus);
  const writes = author && open && mayCall(actor, contract.save);
  const waits = author && open && row.draftState === 'PENDING';
  return {
    id: row.id,
    version: row.version,
    planId: row.planId,
    plan: row.plan,
    planStatus: row.planStatus,
    classGroupId: row.classGroupId,
    weekId: row.weekId,
    weekNo: row.weekNo,
    dayNo: dayNo(row),
    position: row.position,
    liveRev: row.liveRev,
    ready: row.ready,
    look: author ? row.look : 'READY',
    content,
    live,
    draftBy: author ? (people.rows[0]?.draftBy ?? null) : null,
    note: author ? (people.rows[0]?.note ?? null) : null,
    known: { ...known, themes: writes ? await themesOf(db, row.classGroupId, known.themes) : known.themes },
    revisions: author ? await revisionsOf(db, row.id) : [],
    can: {
      edit: writes && row.draftState !== 'PENDING',
      ready: writes && row.planStatus === 'DRAFT' && isTeachable(content),
      request: writes && row.planStatus !== 'DRAFT' && row.draftState === 'DRAFT' && isTeachable(content),
      approve: waits && row.draftById !== actor.userId && mayCall(actor, reviewContract.approve),
      restore: writes && row.draftState !== 'PENDING' && row.liveRev > 0,
      preview: writes && mayCall(actor, previewContract.create),
    },
    ...ensureFound(beside.rows[0]),
  };
});

/** Themes an author may choose, with those that are chosen already. */
const themesOf = async (db: Db, groupId: string, chosen: DayView['known']['themes']) =>
  (
    await sql<{ id: string; name: string }>`select id, name from theme_and_skill
      where class_group_id = ${groupId} and active or id = any (${chosen.map(({ id }) => id)}::uuid[]) order by lower(name), id limit 500`.execute(
      db,
    )
  ).rows;

async function revisionsOf(db: Db, dayId: string): Promise<DayView['revisions']> {
  const { rows } = await sql<
    DayView['revisions'][number]
  >`select r.rev, r.at, ${personName('w')} as by, ${personName('a')} as approver, r.note
    from curriculum_day_rev r left join app_user w on w.id = r.written_by left join app_user a on a.id = r.approved_by
   where r.day_id = ${dayId} order by r.rev desc limit 50`.execute(db);
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

export const dayAt = handle(contract.at, async ({ db, input }) => {
  const { rows } = await sql<{ id: string | null; days: number }>`
    select (select count(*)::int from curriculum_day c where c.plan_id = p.id) as days,
        (select d.id from curriculum_day d where d.plan_id = p.id and d.position = ${input.position}) as id
      from curriculum_plan p where p.id = ${input.planId}`.execute(db);
  const { id, days } = ensureFound(rows[0]);
  if (id === null) throw refuseCurriculum('day.position', { details: { days } });
  return { id };
});

export const saveDay = handle(contract.save, async ({ db, actor, input, version }) => {
  const { day, plan } = await lockDay(db, actor, { id: input.id, version });
  ensure(day.draft_state !== 'PENDING', () => refuseCurriculum('day.pending'));
  await ensureSound(db, { groupId: plan.class_group_id, content: input.content });
  await keepFiles(db, day.id, input.content);
  return { version: await writeDraft(db, actor, { day, content: input.content }) };
});

/** Refuses blocks that stand there twice, and themes, skills and videos that are not there. */
async function ensureSound(
  db: Db,
  { groupId, content }: { groupId: string; content: DayContent },
): Promise<void> {
  const { blocks, themeId } = content;
  ensure(new Set(blocks.map(({ id }) => id)).size === blocks.length, () =>
    refuse('input.invalid', { fields: { 'content.blocks': 'A block stands there twice' } }),
  );
  if (themeId !== null) {
    const theme = await db
      .selectFrom('theme_and_skill')
      .select('class_group_id')
      .where('id', '=', themeId)
      .executeTakeFirst();
    ensure(theme?.class_group_id === groupId, () =>
      refuse('input.invalid', { fields: { 'content.themeId': 'Choose a theme of this class group' } }),
    );
  }
  const skills = [...new Set(blocks.flatMap(({ skillIds }) => skillIds))];
  const found = await sql<{
    n: number;
  }>`select count(*)::int as n from skill_parameter where id = any (${skills}::uuid[])`.execute(db);
  ensure(found.rows[0]?.n === skills.length, () =>
    refuse('input.invalid', { fields: { 'content.blocks': 'Choose skills of the list' } }),
  );
  const videos = blocks.flatMap(({ videoId }) => videoId ?? []);
  const cards = await videoCard(db, videos);
  ensure(
    videos.every((id) => cards.has(id)),
    () => refuse('input.invalid', { fields: { 'content.blocks': 'Choose videos of the list' } }),
  );
}

/** Ties new files to the day; they stay, as revisions that were taught show them. */
async function keepFiles(db: Db, dayId: string, content: DayContent): Promise<void> {
  for (const { fileId } of content.blocks.flatMap(({ files }) => files)) {
    const known = await db
      .selectFrom('curriculum_day_file')
      .select('file_id')
      .where('file_id', '=', fileId)
      .executeTakeFirst();
    if (known) continue;
    const file = ensureFound(await findFile(db, fileId));
    await useFile(db, {
      franchiseeId: file.franchiseeId,
      fileId,
      area: 'curriculum',
      subjectKind: 'CURRICULUM_DAY',
      subjectId: dayId,
      accept: ['pdf', 'jpg', 'png', 'docx', 'xlsx'],
    });
    await db
      .insertInto('curriculum_day_file')
      .values({ day_id: dayId, file_id: fileId, file_at: file.franchiseeId })
      .execute();
  }
}

export const setReady = handle(contract.setReady, async ({ db, actor, input, version }) => {
  const { day, plan } = await lockDay(db, actor, { id: input.id, version });
  ensure(plan.status === 'DRAFT', () => refuse('row.wrong-state'));
  ensure(!input.ready || (day.title !== null && day.blocks > 0), () => refuseCurriculum('day.not-teachable'));
  await db.updateTable('curriculum_day').set({ ready: input.ready }).where('id', '=', day.id).execute();
  return {};
});

export const themeOfDays = handle(themeDaysContract.theme, async ({ db, input }) =>
  ensureFound(
    await db
      .selectFrom('theme_and_skill')
      .select(['name', 'description', 'vocabulary'])
      .where('id', '=', input.id)
      .executeTakeFirst(),
  ),
);
