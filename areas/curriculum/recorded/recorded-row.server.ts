// Recorded classes as their readers get them: staff of a centre its own and head office's, families those of their
// children's classes while they are visible. Row security holds the same once more for families.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { HEAD_OFFICE, inChosenCentre } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { recordedContract as contract, type RecordedClass } from './recorded.contract.ts';

/** Where a new row of this person goes: the chosen centre, the only one, or head office's; null while none is chosen. */
export function ownCentre(actor: Actor): number | null {
  const only = actor.centres.length === 1 ? (actor.centres[0] ?? null) : null;
  return actor.franchiseeId ?? (actor.wholeNetwork ? HEAD_OFFICE : only);
}

/** A person changes the rows of the place they would add to. */
export const mayWrite = (actor: Actor): boolean =>
  actor.students === null && mayCall(actor, contract.add) && ownCentre(actor) !== null;

/** Condition on rows `c`: those in reach of the reader. */
export const inReach = (actor: Actor, today: Day): RawBuilder<unknown> => {
  const place = sql`(c.franchisee_id = ${HEAD_OFFICE} or ${inChosenCentre(actor, 'c.franchisee_id')})
    and exists (select from video p where p.id = c.video_id and p.status = 'READY')`;
  if (actor.students === null) return place;
  return sql`${place} and ${today}::date between coalesce(c.visible_from, '-infinity') and coalesce(c.visible_to, 'infinity')
    and c.class_id in (select e.class_id from enrolment e where e.student_id = any (${[...actor.students]}::uuid[]) and e.status in ('ACTIVE', 'ON_HOLD'))`;
};

/** Folders of recorded classes `f` that the class group's centres include; a family's rows are narrowed by its classes. */
export const openFolders = (actor: Actor): RawBuilder<unknown> => {
  if (actor.students !== null) return sql`f.kind = 'RECORDED' and f.active`;
  const centres = actor.franchiseeId === null ? actor.centres : [actor.franchiseeId];
  const everywhere = actor.wholeNetwork && actor.franchiseeId === null;
  return sql`f.kind = 'RECORDED' and f.active and exists (select from class_group g where g.id = ${groupOf} and g.active
    and (${everywhere} or not exists (select from class_group_franchisee x where x.class_group_id = g.id)
      or exists (select from class_group_franchisee x where x.class_group_id = g.id and x.centre_id = any (${[...centres]}::int[]))))`;
};

/** The class group of folder `f`: its own, or that of the nearest folder above. */
export const groupOf = sql`(with recursive up as (select f.id, f.parent_id, f.class_group_id, 1 as step
    union all select a.id, a.parent_id, a.class_group_id, u.step + 1 from curriculum_folder a join up u on a.id = u.parent_id and u.class_group_id is null)
  select class_group_id from up where class_group_id is not null order by step limit 1)`;

interface Row extends Omit<RecordedClass, 'can' | 'posterUrl'> {
  franchiseeId: number;
  posterId: string | null;
  posterAt: number;
}

export async function recordedWhere(
  db: Db,
  actor: Actor,
  { where, now, limit }: { where: RawBuilder<unknown>; now: Date; limit: number },
): Promise<RecordedClass[]> {
  const today = todayIst(now);
  const { rows } = await sql<Row>`
    select c.id, c.version, c.franchisee_id as "franchiseeId", c.folder_id as "folderId", f.name as folder, c.class_id as "classId", k.name as "className",
        c.week_no as "weekNo", c.day_no as "dayNo", c.title, c.recorded_on as "recordedOn", c.video_id as "videoId", v.name as video,
        round(v.duration_ms / 1000.0)::int as "durationS", v.poster_file_id as "posterId", v.franchisee_id as "posterAt",
        c.visible_from as "visibleFrom", c.visible_to as "visibleTo",
        case when c.visible_from > ${today} then 'PLANNED' when c.visible_to < ${today} then 'CLOSED' else 'OPEN' end as state,
        coalesce((select w.last_position from watch w where w.user_id = ${actor.userId} and w.video_id = c.video_id order by w.last_at desc limit 1), 0) as "lastPosition"
      from recorded_class c join curriculum_folder f on f.id = c.folder_id join video v on v.id = c.video_id and v.status = 'READY'
      left join class k on k.id = c.class_id
     where ${where} and ${inReach(actor, today)} and ${openFolders(actor)}
     order by c.recorded_on desc, lower(c.title), c.id limit ${limit}`.execute(db);
  const writes = mayWrite(actor);
  const own = ownCentre(actor);
  return rows.map(({ franchiseeId, posterId, posterAt, ...row }) => ({
    ...row,
    posterUrl: posterId === null ? null : `${fileUrl({ franchiseeId: posterAt, fileId: posterId })}&inline=1`,
    can: { edit: writes && franchiseeId === own },
  }));
}
