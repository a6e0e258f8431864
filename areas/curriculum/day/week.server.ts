// Weeks: read as a board, written as a form.
import { randomUUID } from 'node:crypto';
import { daysBetween, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { chosenYear, ensure, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseCurriculum } from '../curriculum.refusals.ts';
import { ensureNetwork } from '../head-office.server.ts';
import { openToAuthors } from '../plan/plan-row.server.ts';
import { weekContract as contract } from './day.contract.ts';
import { type DayContent, dayContent, emptyContent } from './day-content.ts';
import {
  contentFor,
  dayNo,
  daysWhere,
  isAuthor,
  knownOf,
  lockPlanShared,
  weeksInSight,
  writeDraft,
} from './day-row.server.ts';

interface WeekRow {
  id: string;
  planId: string;
  plan: string;
  folderId: string;
  status: string;
  publishedAt: string | null;
  weekNo: number;
  title: string | null;
  theme: string | null;
  summary: string | null;
  firstDayId: string;
}

/** Weeks in sight of a plan, in their order. */
async function weeksOfPlan(
  db: Db,
  actor: Actor,
  { planId, now }: { planId: string; now: Date },
): Promise<WeekRow[]> {
  const { rows } = await sql<WeekRow>`
    select k.id, p.id as "planId", p.title as plan, p.folder_id as "folderId", p.status, p.published_at as "publishedAt", k.week_no as "weekNo",
        k.title, t.name as theme, k.summary, (select d.id from curriculum_day d where d.week_id = k.id order by d.position limit 1) as "firstDayId"
      from curriculum_week k join curriculum_plan p on p.id = k.plan_id left join theme_and_skill t on t.id = k.theme_id
     where p.id = ${planId} and ${weeksInSight(actor, now)} order by k.week_no`.execute(db);
  return rows;
}

/** The plan of a folder in the chosen year: the published one before those in the making. */
async function planOfFolder(db: Db, actor: Actor, folderId: string): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string;
  }>`select id from curriculum_plan where folder_id = ${folderId} and academic_year_id = ${chosenYear(actor)}
    order by array_position(array['PUBLISHED', 'APPROVED', 'IN_REVIEW', 'DRAFT', 'ARCHIVED'], status), updated_at desc, id limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Weeks since the plan was published; a plan in the making opens where it begins. */
function currentWeek(weeks: readonly WeekRow[], now: Date): WeekRow | undefined {
  const since = weeks[0]?.publishedAt;
  const wanted = since
    ? Math.floor(Math.max(0, daysBetween(todayIst(new Date(since)), todayIst(now))) / 7) + 1
    : 1;
  return weeks.filter(({ weekNo }) => weekNo <= wanted).at(-1) ?? weeks[0];
}

export const getWeek = handle(contract.get, async ({ db, actor, input, now }) => {
  const folderPlan = await planOfFolder(db, actor, input.id);
  const day = folderPlan
    ? undefined
    : (await daysWhere(db, actor, { now, where: sql`d.id = ${input.id}` }))[0];
  const planId = ensureFound(folderPlan ?? day?.planId);
  const weeks = await weeksOfPlan(db, actor, { planId, now });
  const week = ensureFound(day ? weeks.find(({ id }) => id === day.weekId) : currentWeek(weeks, now));
  const at = weeks.indexOf(week);
  const days = await daysWhere(db, actor, { now, where: sql`d.week_id = ${week.id}` });
  const shown = days.map((row) => ({
    id: row.id,
    position: row.position,
    dayNo: dayNo(row),
    look: isAuthor(actor) ? row.look : ('READY' as const),
    content: contentFor(actor, row),
  }));
  return {
    planId: week.planId,
    plan: week.plan,
    folderId: week.folderId,
    weekNo: week.weekNo,
    title: week.title,
    theme: week.theme,
    summary: week.summary,
    previousId: weeks[at - 1]?.firstDayId ?? null,
    nextId: weeks[at + 1]?.firstDayId ?? null,
    days: shown,
    known: await knownOf(
      db,
      shown.map(({ content }) => content),
    ),
    can: { edit: isAuthor(actor) && mayCall(actor, contract.save) && openToAuthors.includes(week.status) },
  };
});

interface FormWeek {
  id: string;
  version: number;
  weekNo: number;
  title: string | null;
  themeId: string | null;
  summary: string | null;
  empty: boolean;
}

export const weekForm = handle(contract.form, async ({ db, actor, input }) => {
  const day = input.dayId
    ? ensureFound(
        await db
          .selectFrom('curriculum_day')
          .select(['plan_id', 'week_id'])
          .where('id', '=', input.dayId)
          .executeTakeFirst(),
      )
    : undefined;
  const planId = ensureFound(day?.plan_id ?? (await planOfFolder(db, actor, input.folderId)));
  const plan = await db
    .selectFrom('curriculum_plan')
    .selectAll()
    .where('id', '=', planId)
    .executeTakeFirstOrThrow();
  ensureFound(plan.folder_id === input.folderId ? plan : undefined);
  const { rows: weeks } = await sql<FormWeek>`
    select k.id, k.version, k.week_no as "weekNo", k.title, k.theme_id as "themeId", k.summary,
        k.title is null and not exists (select from curriculum_day d where d.week_id = k.id and (d.live_rev > 0 or d.draft is not null)) as empty
      from curriculum_week k where k.plan_id = ${planId} order by k.week_no`.execute(db);
  const week = day ? weeks.find(({ id }) => id === day.week_id) : weeks.find(({ empty }) => empty);
  const { rows: themes } = await sql<{ id: string; name: string }>`select id, name from theme_and_skill
    where class_group_id = ${plan.class_group_id} and (active or id = ${week?.themeId ?? null}::uuid) order by lower(name), id limit 500`.execute(
    db,
  );
  return {
    plan: {
      id: plan.id,
      version: plan.version,
      title: plan.title,
      weeks: plan.weeks,
      classGroupId: plan.class_group_id,
    },
    week: week ? await formOf(db, week) : null,
    themes,
    weeks: weeks
      .filter(({ empty, id }) => !empty && id !== week?.id)
      .map(({ id, weekNo, title }) => ({ id, weekNo, title })),
  };
});

async function formOf(db: Db, week: FormWeek) {
  const { rows } = await sql<{ id: string; position: number; content: DayContent | null }>`
    select d.id, d.position, coalesce(d.draft, r.content) as content from curriculum_day d
      left join curriculum_day_rev r on r.day_id = d.id and r.rev = d.live_rev where d.week_id = ${week.id} order by d.position`.execute(
    db,
  );
  return {
    id: week.id,
    version: week.version,
    weekNo: week.weekNo,
    title: week.title ?? '',
    themeId: week.themeId,
    summary: week.summary ?? '',
    days: rows.map(({ id, position, content }) => ({
      id,
      position,
      title: content?.title ?? '',
      objective: content?.objective ?? '',
    })),
  };
}

export const saveWeek = handle(contract.save, async ({ db, actor, input, version }) => {
  ensureNetwork(actor);
  const found = ensureFound(
    await db.selectFrom('curriculum_week').select('plan_id').where('id', '=', input.id).executeTakeFirst(),
  );
  const plan = await lockPlanShared(db, found.plan_id);
  if (input.themeId !== null) {
    const theme = await db
      .selectFrom('theme_and_skill')
      .select('class_group_id')
      .where('id', '=', input.themeId)
      .executeTakeFirst();
    ensure(theme?.class_group_id === plan.class_group_id, () =>
      refuse('input.invalid', { fields: { themeId: 'Choose a theme of this class group' } }),
    );
  }
  const done = await db
    .updateTable('curriculum_week')
    .set({ title: input.title || null, theme_id: input.themeId, summary: input.summary || null })
    .where('id', '=', input.id)
    .where('version', '=', version ?? 0)
    .executeTakeFirst();
  ensureFresh(Number(done.numUpdatedRows));
  await writeDays(db, actor, input);
  return {};
});

interface Written {
  id: string;
  themeId: string | null;
  days: readonly { id: string; title: string; objective: string }[];
  copyFrom: string | null;
}

/** Titles and objectives of the week's days as drafts; a day that was empty also takes the blocks of the week it is copied from. */
async function writeDays(db: Db, actor: Actor, { id, themeId, days, copyFrom }: Written): Promise<void> {
  const rows = await db
    .selectFrom('curriculum_day')
    .selectAll()
    .where('week_id', '=', id)
    .orderBy('position')
    .forUpdate()
    .execute();
  ensure(
    days.every((day) => rows.some((row) => row.id === day.id)),
    () => refuse('input.invalid', { fields: { days: 'A day stands in another week' } }),
  );
  const copied = copyFrom ? await contentsOf(db, sql`d.week_id = ${copyFrom}`) : [];
  const own = await contentsOf(db, sql`d.week_id = ${id}`);
  for (const [i, row] of rows.entries()) {
    const asked = days.find((day) => day.id === row.id);
    const was = own[i] ?? emptyContent;
    const from = was.blocks.length === 0 ? copied[i] : undefined;
    const base = from ? { ...from, blocks: from.blocks.map((one) => ({ ...one, id: randomUUID() })) } : was;
    const next: DayContent = {
      ...base,
      themeId: was.themeId ?? themeId,
      title: asked?.title || base.title,
      objective: asked?.objective || base.objective,
    };
    // An untouched day stays as it is, whoever works on it meanwhile.
    const touched = from !== undefined || next.title !== was.title || next.objective !== was.objective;
    if (!touched) continue;
    ensure(row.draft_state !== 'PENDING', () => refuseCurriculum('day.pending'));
    await writeDraft(db, actor, { day: row, content: next });
  }
}

const contentsOf = async (db: Db, where: ReturnType<typeof sql>): Promise<(DayContent | null)[]> =>
  (
    await sql<{ content: unknown }>`select coalesce(d.draft, r.content) as content from curriculum_day d
      left join curriculum_day_rev r on r.day_id = d.id and r.rev = d.live_rev where ${where} order by d.position`.execute(
      db,
    )
  ).rows.map(({ content }) => (content === null ? null : dayContent.parse(content)));
