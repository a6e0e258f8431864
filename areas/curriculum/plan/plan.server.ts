// Plans: listed, made, copied, resized; the map of their days.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { chosenYear, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { classGroupOf } from '../../academics/public.server.ts';
import { refuseCurriculum } from '../curriculum.refusals.ts';
import { pathTo } from '../folder/folder.server.ts';
import { groupTypes } from '../folder/folder-kinds.ts';
import { ensureNetwork } from '../head-office.server.ts';
import { planContract as contract, type MapDay } from './plan.contract.ts';
import {
  dayIsReady,
  lockPlan,
  mayWrite,
  openToAuthors,
  planFacts,
  planFolders,
  plansWhere,
} from './plan-row.server.ts';
import { windowsOf } from './window.server.ts';

const PAGE = 50;
const BOARD = 500;

export const planPage = handle(contract.page, async ({ db, actor, input }) => {
  const where = sql`${input.q ? sql`(p.title ilike ${contains(input.q)} or g.name ilike ${contains(input.q)})` : sql`true`}
    and ${input.status ? sql`p.status = ${input.status}` : sql`true`} and ${input.yearId ? sql`p.academic_year_id = ${input.yearId}` : sql`true`}
    and ${input.folderId ? sql`p.folder_id = ${input.folderId}` : sql`true`}`;
  const counted = await sql<{ n: number }>`select count(*)::int as n from curriculum_plan p
    join class_group g on g.id = p.class_group_id where ${where}`.execute(db);
  const total = counted.rows[0]?.n ?? 0;
  const pages = Math.max(1, Math.ceil(total / PAGE));
  const page = Math.min(input.page, pages);
  const years = await sql<{
    id: number;
    name: string;
  }>`select y.id, y.academic_year as name from academic_year y
    where exists (select from curriculum_plan p where p.academic_year_id = y.id) order by y.id desc`.execute(
    db,
  );
  return {
    rows: await plansWhere(db, actor, { where, limit: PAGE, offset: (page - 1) * PAGE }),
    page,
    pages,
    total,
    years: years.rows,
    folders: await planFolders(db),
    can: { create: mayWrite(actor) },
  };
});

export const planBoard = handle(contract.board, async ({ db, actor }) => ({
  plans: await plansWhere(db, actor, { where: sql`p.academic_year_id = ${chosenYear(actor)}`, limit: BOARD }),
  folders: await planFolders(db),
  can: { create: mayWrite(actor) },
}));

interface WeekRow {
  id: string;
  weekNo: number;
  title: string | null;
  theme: string | null;
  summary: string | null;
}

export const dayLook = sql<
  MapDay['look']
>`case when d.draft_state = 'PENDING' then 'PENDING' when d.live_rev > 0 and d.draft_state = 'DRAFT' then 'CHANGED'
  when ${dayIsReady} then 'READY' when d.draft_state = 'DRAFT' then 'DRAFT' else 'EMPTY' end`;

export const planMap = handle(contract.map, async ({ db, actor, input, now }) => {
  const plan = await planFacts(db, actor, input.id);
  const weeks = await sql<WeekRow>`select w.id, w.week_no as "weekNo", w.title, t.name as theme, w.summary
    from curriculum_week w left join theme_and_skill t on t.id = w.theme_id where w.plan_id = ${plan.id} order by w.week_no`.execute(
    db,
  );
  const days = await sql<
    MapDay & { weekId: string }
  >`select d.id, d.week_id as "weekId", d.position, d.title, ${dayLook} as look
    from curriculum_day d where d.plan_id = ${plan.id} order by d.position`.execute(db);
  return {
    plan,
    weeks: weeks.rows.map((week) => ({
      ...week,
      days: days.rows.flatMap(({ weekId, ...day }) => (weekId === week.id ? [day] : [])),
    })),
    windows: await windowsOf(db, plan.id, now),
  };
});

/** The class group of a folder of plans: its own, or that of the nearest folder above. */
async function groupOfFolder(db: Db, folderId: string): Promise<string> {
  const folder = await db
    .selectFrom('curriculum_folder')
    .select(['kind', 'active'])
    .where('id', '=', folderId)
    .executeTakeFirst();
  ensure(folder?.kind === 'CURRICULUM_CMS' && folder.active, () =>
    refuse('input.invalid', { fields: { folderId: 'Choose an active folder of plans' } }),
  );
  for (const { id } of (await pathTo(db, folderId)).reverse()) {
    const row = await db
      .selectFrom('curriculum_folder')
      .select('class_group_id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row?.class_group_id) continue;
    const group = await classGroupOf(db, row.class_group_id);
    ensure(group?.type === groupTypes.CURRICULUM_CMS, () =>
      refuseCurriculum('folder.group-type', { details: { type: groupTypes.CURRICULUM_CMS } }),
    );
    return row.class_group_id;
  }
  throw refuse('input.invalid', { fields: { folderId: 'This folder has no class group' } });
}

interface Title {
  id: string | null;
  groupId: string;
  year: number;
  title: string;
}

async function ensureTitleFree(db: Db, { id, groupId, year, title }: Title): Promise<void> {
  const { rows } =
    await sql`select from curriculum_plan where class_group_id = ${groupId} and academic_year_id = ${year}
    and lower(title) = lower(${title}) and id is distinct from ${id}::uuid`.execute(db);
  ensure(rows.length === 0, () =>
    refuseCurriculum('plan.exists', { fields: { title: 'This class group has a plan of this title' } }),
  );
}

export const createPlan = handle(contract.create, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  const year = chosenYear(actor);
  const groupId = await groupOfFolder(db, input.folderId);
  await ensureTitleFree(db, { id: null, groupId, year, title: input.title });
  const plan = await db
    .insertInto('curriculum_plan')
    .values({
      folder_id: input.folderId,
      class_group_id: groupId,
      academic_year_id: year,
      title: input.title,
      weeks: input.weeks,
      days_per_week: input.daysPerWeek,
    })
    .returning(['id'])
    .executeTakeFirstOrThrow();
  await addWeeks(db, { id: plan.id, from: 1, to: input.weeks, daysPerWeek: input.daysPerWeek });
  return plan;
});

/** Empty weeks with their days. */
async function addWeeks(
  db: Db,
  { id, from, to, daysPerWeek }: { id: string; from: number; to: number; daysPerWeek: number },
): Promise<void> {
  await sql`insert into curriculum_week (plan_id, week_no) select ${id}, n from generate_series(${from}::int, ${to}::int) n`.execute(
    db,
  );
  await sql`insert into curriculum_day (plan_id, week_id, position)
    select w.plan_id, w.id, (w.week_no - 1) * ${daysPerWeek} + n from curriculum_week w cross join generate_series(1, ${daysPerWeek}::int) n
     where w.plan_id = ${id} and w.week_no between ${from} and ${to}`.execute(db);
}

export const copyPlan = handle(contract.copyYear, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  const year = chosenYear(actor);
  const source = ensureFound(
    await db.selectFrom('curriculum_plan').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  await ensureTitleFree(db, { id: null, groupId: source.class_group_id, year, title: input.title });
  const plan = await db
    .insertInto('curriculum_plan')
    .values({
      folder_id: source.folder_id,
      class_group_id: source.class_group_id,
      academic_year_id: year,
      title: input.title,
      weeks: source.weeks,
      days_per_week: source.days_per_week,
      copied_from: source.id,
    })
    .returning(['id'])
    .executeTakeFirstOrThrow();
  await sql`insert into curriculum_week (plan_id, week_no, title, theme_id, summary)
    select ${plan.id}, week_no, title, theme_id, summary from curriculum_week where plan_id = ${source.id}`.execute(
    db,
  );
  // What readers have is copied; of a day that was never published, its draft.
  await sql`insert into curriculum_day (plan_id, week_id, position, title, theme_id, blocks, minutes, ready, draft, draft_state, draft_by)
    select n.plan_id, n.id, d.position, d.title, d.theme_id, d.blocks, d.minutes, ${dayIsReady}, c.content,
        case when c.content is null then 'NONE' else 'DRAFT' end, case when c.content is null then null else ${actor.userId}::uuid end
      from curriculum_day d join curriculum_week o on o.id = d.week_id join curriculum_week n on n.plan_id = ${plan.id} and n.week_no = o.week_no
      left join curriculum_day_rev r on r.day_id = d.id and r.rev = d.live_rev
      cross join lateral (select coalesce(r.content, d.draft) as content) c where d.plan_id = ${source.id}`.execute(
    db,
  );
  return plan;
});

export const resizePlan = handle(contract.resize, async ({ db, actor, input, version }) => {
  const row = await lockPlan(db, actor, input.id, version);
  ensure(openToAuthors.includes(row.status), () => refuseCurriculum('plan.closed'));
  await ensureTitleFree(db, {
    id: row.id,
    groupId: row.class_group_id,
    year: row.academic_year_id,
    title: input.title,
  });
  if (input.weeks < row.weeks) await removeWeeks(db, row.id, input.weeks);
  await db
    .updateTable('curriculum_plan')
    .set({ title: input.title, weeks: input.weeks })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  if (input.weeks > row.weeks)
    await addWeeks(db, { id: row.id, from: row.weeks + 1, to: input.weeks, daysPerWeek: row.days_per_week });
  return {};
});

async function removeWeeks(db: Db, planId: string, keep: number): Promise<void> {
  const beyond = sql`(select id from curriculum_week where plan_id = ${planId} and week_no > ${keep})`;
  const { rows } = await sql<{ position: number }>`select position from curriculum_day d
    where d.week_id in ${beyond} and (d.live_rev > 0 or d.draft_state <> 'NONE') order by position for update`.execute(
    db,
  );
  ensure(rows.length === 0, () =>
    refuseCurriculum('plan.shrink', {
      details: { days: rangesOf(rows.map(({ position }) => position)) },
      fields: { weeks: 'These weeks have content' },
    }),
  );
  await sql`delete from curriculum_day where week_id in ${beyond}`.execute(db);
  await sql`delete from curriculum_week where plan_id = ${planId} and week_no > ${keep}`.execute(db);
}

const NAMED = 12;

/** '3, 8–12, 190': runs of positions, the first few of them. */
export function rangesOf(positions: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const at of positions) {
    const last = runs.at(-1);
    if (last && last[1] === at - 1) last[1] = at;
    else runs.push([at, at]);
  }
  const words = runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  return words.length > NAMED ? `${words.slice(0, NAMED).join(', ')} and more` : words.join(', ');
}
