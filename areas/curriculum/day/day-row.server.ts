// Days as they stand in the database: who sees which, what their content refers to, and how a draft is written.
import { fileUrl } from '@aangan/server/files/files.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { refuseCurriculum } from '../curriculum.refusals.ts';
import { ensureNetwork } from '../head-office.server.ts';
import { planContract } from '../plan/plan.contract.ts';
import { dayLook } from '../plan/plan.server.ts';
import { openToAuthors } from '../plan/plan-row.server.ts';
import { visibleWeeks } from '../plan/window.server.ts';
import type { DayView, Known } from './day.contract.ts';
import { type DayContent, dayContent, emptyContent, isTeachable, minutesOf } from './day-content.ts';

/** Authors see drafts; all others what is published. */
export const isAuthor = (actor: Actor): boolean => actor.wholeNetwork && mayCall(actor, planContract.map);

/** Condition on the rows of `daysWhere` and on weeks `k` of plans `p`: what this actor sees now. */
export const weeksInSight = (actor: Actor, now: Date): RawBuilder<boolean> =>
  isAuthor(actor) ? sql<boolean>`true` : visibleWeeks(actor, now);

export interface DayRow {
  id: string;
  version: number;
  planId: string;
  plan: string;
  planStatus: DayView['planStatus'];
  classGroupId: string;
  folderId: string;
  weekId: string;
  weekNo: number;
  daysPerWeek: number;
  position: number;
  liveRev: number;
  ready: boolean;
  draftState: 'NONE' | 'DRAFT' | 'PENDING';
  draftById: string | null;
  look: DayView['look'];
  live: DayContent | null;
  draft: DayContent | null;
}

export async function daysWhere(
  db: Db,
  actor: Actor,
  { now, where }: { now: Date; where: RawBuilder<unknown> },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select d.id, d.version, p.id as "planId", p.title as plan, p.status as "planStatus", p.class_group_id as "classGroupId", p.folder_id as "folderId",
        k.id as "weekId", k.week_no as "weekNo", p.days_per_week as "daysPerWeek", d.position, d.live_rev as "liveRev", d.ready,
        d.draft_state as "draftState", d.draft_by as "draftById", ${dayLook} as look, r.content as live, d.draft
      from curriculum_day d join curriculum_week k on k.id = d.week_id join curriculum_plan p on p.id = d.plan_id
      left join curriculum_day_rev r on r.day_id = d.id and r.rev = d.live_rev
     where ${where} and ${isAuthor(actor) ? sql`true` : sql`d.live_rev > 0`} and ${weeksInSight(actor, now)}
     order by d.position limit 400`.execute(db);
  return rows.map((row) => ({
    ...row,
    live: row.live === null ? null : dayContent.parse(row.live),
    draft: row.draft === null ? null : dayContent.parse(row.draft),
  }));
}

/** What this actor reads of a day. */
export const contentFor = (actor: Actor, row: DayRow): DayContent =>
  (isAuthor(actor) ? (row.draft ?? row.live) : row.live) ?? emptyContent;

export const dayNo = ({ position, daysPerWeek }: Pick<DayRow, 'position' | 'daysPerWeek'>): number =>
  ((position - 1) % daysPerWeek) + 1;

/** Names and addresses behind the ids of contents. */
export async function knownOf(db: Db, contents: readonly DayContent[]): Promise<Known> {
  const blocks = contents.flatMap((content) => content.blocks);
  const named = async (table: 'theme_and_skill' | 'skill_parameter' | 'video', ids: readonly string[]) =>
    ids.length === 0
      ? []
      : (
          await sql<{
            id: string;
            name: string;
          }>`select id, name from ${sql.table(table)} where id = any (${[...new Set(ids)]}::uuid[]) order by name, id`.execute(
            db,
          )
        ).rows;
  const fileIds = blocks.flatMap((one) => one.files.map(({ fileId }) => fileId));
  const files: Record<string, string> = {};
  if (fileIds.length > 0) {
    const { rows } = await sql<{ fileId: string; franchiseeId: number }>`
      select distinct file_id as "fileId", file_at as "franchiseeId" from curriculum_day_file where file_id = any (${fileIds}::uuid[])`.execute(
      db,
    );
    for (const row of rows) files[row.fileId] = fileUrl(row);
  }
  return {
    themes: await named(
      'theme_and_skill',
      contents.flatMap(({ themeId }) => themeId ?? []),
    ),
    skills: await named(
      'skill_parameter',
      blocks.flatMap(({ skillIds }) => skillIds),
    ),
    videos: await named(
      'video',
      blocks.flatMap(({ videoId }) => videoId ?? []),
    ),
    files,
  };
}

export interface LockedDay {
  day: RowIn<'curriculum_day'>;
  plan: RowIn<'curriculum_plan'>;
}

/** Locks a day that authors may write; the plan first, so that a submission waits for it or is met. */
export async function lockDay(
  db: Db,
  actor: Actor,
  { id, version }: { id: string; version?: number | undefined },
): Promise<LockedDay> {
  ensureNetwork(actor);
  const found = ensureFound(
    await db.selectFrom('curriculum_day').select('plan_id').where('id', '=', id).executeTakeFirst(),
  );
  const plan = await lockPlanShared(db, found.plan_id);
  const day = ensureFound(
    await db.selectFrom('curriculum_day').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  if (version !== undefined) ensureFresh(day.version === version ? 1 : 0);
  return { day, plan };
}

/** The plan as it stays for this transaction; many authors may hold it at once. */
export async function lockPlanShared(db: Db, id: string): Promise<RowIn<'curriculum_plan'>> {
  const plan = ensureFound(
    await db.selectFrom('curriculum_plan').selectAll().where('id', '=', id).forShare().executeTakeFirst(),
  );
  ensure(openToAuthors.includes(plan.status), () => refuseCurriculum('plan.closed'));
  return plan;
}

/** What lists read of a content. */
export const projection = (content: DayContent) => ({
  title: content.title || null,
  theme_id: content.themeId,
  blocks: content.blocks.length,
  minutes: minutesOf(content.blocks),
});

/** Writes the draft of a locked day; until something is published the lists read it. */
export async function writeDraft(
  db: Db,
  actor: Actor,
  { day, content }: { day: RowIn<'curriculum_day'>; content: DayContent },
): Promise<number> {
  const saved = await db
    .updateTable('curriculum_day')
    .set({
      draft: JSON.stringify(content),
      draft_state: 'DRAFT',
      draft_by: actor.userId,
      ...(day.live_rev === 0 ? projection(content) : {}),
      // A day that can no longer be taught is not ready either.
      ...(isTeachable(content) ? {} : { ready: false }),
    })
    .where('id', '=', day.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return saved.version;
}
