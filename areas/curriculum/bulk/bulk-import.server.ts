// A plan's days from a file: what the file says is put into the drafts of its days, all of them or none.
import { randomUUID } from 'node:crypto';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { listOf } from '@aangan/server/file-import/import-lists.ts';
import type { ImportRow } from '@aangan/server/file-import/import-types.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import { harmless } from '@aangan/server/files/sheet-writer.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseCurriculum } from '../curriculum.refusals.ts';
import { type DayContent, dayContent, emptyContent } from '../day/day-content.ts';
import { lockDay, writeDraft } from '../day/day-row.server.ts';
import { ensureNetwork } from '../head-office.server.ts';
import { openToAuthors } from '../plan/plan-row.server.ts';
import { bulkHeadings, bulkImport, bulkContract as contract } from './bulk-import.contract.ts';
import { type BulkRow, mergeDay, type Names, nameKey, rowsOfDay } from './bulk-rows.ts';

interface StoredDay {
  id: string;
  planId: string;
  weekNo: number;
  dayNo: number;
  version: number;
  pending: boolean;
  content: DayContent;
}

/** The days of plans as authors see them, by plan, week and day. */
async function daysOf(db: Db, planIds: readonly string[]): Promise<Map<string, StoredDay>> {
  const { rows } = await sql<Omit<StoredDay, 'content'> & { content: unknown }>`
    select d.id, d.plan_id as "planId", k.week_no as "weekNo", (d.position - 1) % p.days_per_week + 1 as "dayNo", d.version,
        d.draft_state = 'PENDING' as pending, coalesce(d.draft, r.content) as content
      from curriculum_day d join curriculum_week k on k.id = d.week_id join curriculum_plan p on p.id = d.plan_id
      left join curriculum_day_rev r on r.day_id = d.id and r.rev = d.live_rev
     where d.plan_id = any (${planIds}::uuid[]) order by d.plan_id, d.position`.execute(db);
  return new Map(
    rows.map(({ content, ...day }) => [
      placeOf(day),
      { ...day, content: content === null ? emptyContent : dayContent.parse(content) },
    ]),
  );
}

const placeOf = (day: { planId?: unknown; weekNo?: number; dayNo?: number }): string =>
  `${day.planId} ${day.weekNo} ${day.dayNo}`;

/** Names that days of a plan may use: themes of its class group, skills, videos. */
async function namesOf(db: Db, planId: string): Promise<Names> {
  const themes = await sql<{ id: string; name: string }>`select t.id, t.name from theme_and_skill t
    join curriculum_plan p on p.class_group_id = t.class_group_id where p.id = ${planId} order by t.active desc, t.name`.execute(
    db,
  );
  const skills = await db.selectFrom('skill_parameter').select(['id', 'name']).orderBy('id').execute();
  const videos = await db
    .selectFrom('video')
    .select(['id', 'slug', 'status'])
    .where('franchisee_id', '=', HEAD_OFFICE)
    .execute();
  const byName = new Map<string, string[]>();
  for (const { id, name } of skills) byName.set(nameKey(name), [...(byName.get(nameKey(name)) ?? []), id]);
  return {
    themes: new Map(themes.rows.map(({ id, name }) => [nameKey(name), id])),
    skills: byName,
    // Only what every centre can play.
    videos: new Map(videos.flatMap(({ id, slug, status }) => (status === 'READY' ? [[slug, id]] : []))),
    themeName: new Map(themes.rows.map(({ id, name }) => [id, name])),
    skillName: new Map(skills.map(({ id, name }) => [id, name])),
    videoSlug: new Map(videos.map(({ id, slug }) => [id, slug])),
  };
}

const byDay = <R extends BulkRow>(rows: readonly R[]): Map<string, R[]> => {
  const found = new Map<string, R[]>();
  for (const row of rows) found.set(placeOf(row), [...(found.get(placeOf(row)) ?? []), row]);
  return found;
};

const merging = (names: Names) => ({ names, newId: randomUUID });

async function checkRows(db: Db, rows: readonly ImportRow<BulkRow>[]) {
  const sums = { days: 0, changedDays: 0, added: 0, changed: 0, unchanged: 0, removed: 0 };
  // Rows whose place cannot be read have their fault already.
  const placed = rows.filter(({ values: { planId, weekNo, dayNo } }) => planId && weekNo && dayNo);
  const plans = [...new Set(placed.map(({ values }) => String(values.planId)))];
  const days = await daysOf(db, plans);
  for (const planId of plans) {
    const names = await namesOf(db, planId);
    const lines = placed
      .filter(({ values }) => values.planId === planId)
      .map((row) => ({ ...row.values, line: row }));
    for (const [place, ofDay] of byDay(lines)) {
      const day = days.get(place);
      if (!day) {
        for (const { line } of ofDay) line.fault('dayNo', 'This plan has no such day');
        continue;
      }
      for (const { line, dayVersion } of ofDay) {
        if (day.pending) line.fault('weekNo', 'The change of this day waits for its review');
        if (dayVersion != null && dayVersion !== day.version)
          line.fault('dayVersion', 'This day was changed since the file was made. Download it again');
        // A row without a version is of the day as it was checked.
        else Object.assign(line.values, { dayVersion: day.version });
      }
      const merged = mergeDay(day.content, ofDay, merging(names));
      for (const { row, column, text } of merged.faults) ofDay[row]?.line.fault(column, text);
      sums.days += 1;
      sums.changedDays += merged.different ? 1 : 0;
      sums.added += merged.added;
      sums.changed += merged.changed;
      sums.unchanged += merged.unchanged;
      sums.removed += merged.removed;
    }
  }
  return sums;
}

/** A day as it stood before this save, and the rows that came for it so far. */
interface Begun {
  readonly content: DayContent;
  readonly rows: BulkRow[];
}
// A file of more than 1,000 rows comes in pieces of one transaction, and a day may stand in two of them: positions are those
// of the day before the save, so its rows are always put into that content anew.
const begun = new WeakMap<Db, Map<string, Begun>>();

export const bulkImportHandlers = serveImport(bulkImport, {
  allowed: ({ actor }) => ensureNetwork(actor),
  lists: {
    planId: async (db) => {
      const { rows } = await sql<{ id: string; title: string }>`select id, title from curriculum_plan
        where status = any (${openToAuthors}) order by title`.execute(db);
      return listOf(rows.map(({ id, title }) => ({ id, names: [title, id] })));
    },
  },
  check: checkRows,
  save: async (db, rows, { actor }) => {
    const seen = begun.get(db) ?? new Map<string, Begun>();
    begun.set(db, seen);
    for (const planId of new Set(rows.map((row) => String(row.planId)))) {
      const [names, days] = [await namesOf(db, planId), await daysOf(db, [planId])];
      for (const [place, ofDay] of byDay(rows.filter((row) => row.planId === planId))) {
        const stored = ensureFound(days.get(place));
        const { day } = await lockDay(db, actor, { id: stored.id });
        ensure(day.draft_state !== 'PENDING', () => refuseCurriculum('day.pending'));
        const before = seen.get(place);
        const stale = ofDay.some(({ dayVersion }) => dayVersion != null && dayVersion !== day.version);
        ensure(before !== undefined || (!stale && day.version === stored.version), () =>
          refuseCurriculum('bulk.stale', { details: { week: stored.weekNo, day: stored.dayNo } }),
        );
        const content = before?.content ?? stored.content;
        const all = [...(before?.rows ?? []), ...ofDay];
        seen.set(place, { content, rows: all });
        const merged = mergeDay(content, all, merging(names));
        // The check has found what is wrong; what became wrong since is found by it anew.
        ensure(merged.faults.length === 0, () =>
          refuseCurriculum('bulk.stale', { details: { week: stored.weekNo, day: stored.dayNo } }),
        );
        if (merged.different) await writeDraft(db, actor, { day, content: merged.content });
      }
    }
  },
  writes: ['curriculum_day'],
});

export const content = handle(contract.content, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  const { rows } = await sql<{
    title: string;
    classGroup: string;
    year: string;
    status: string;
    twice: boolean;
  }>`
    select p.title, g.name as "classGroup", y.academic_year as year, p.status,
        exists (select from curriculum_plan o where o.id <> p.id and lower(o.title) = lower(p.title)) as twice
      from curriculum_plan p join class_group g on g.id = p.class_group_id
      join academic_year y on y.id = p.academic_year_id where p.id = ${input.planId}`.execute(db);
  const plan = ensureFound(rows[0]);
  const names = await namesOf(db, input.planId);
  const columns = Object.keys(bulkHeadings) as (keyof typeof bulkHeadings)[];
  const lines = [...(await daysOf(db, [input.planId])).values()].flatMap((day) =>
    rowsOfDay(day.content, names).map((row) => ({
      planId: plan.twice ? input.planId : plan.title,
      weekNo: String(day.weekNo),
      dayNo: String(day.dayNo),
      dayVersion: String(day.version),
      ...row,
    })),
  );
  return {
    title: plan.title,
    classGroup: plan.classGroup,
    year: plan.year,
    open: openToAuthors.includes(plan.status),
    rows: lines.map((line) =>
      columns.map((name) => harmless((line as Partial<Record<string, string>>)[name] ?? '')),
    ),
  };
});
