// Recorded classes: the latest, a folder by class, week and day, playing, and the rows that staff keep.
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { asFamily } from '../../students/public.server.ts';
import { pathTo } from '../folder/folder.server.ts';
import { noteWatched, playInfo, watchCentre } from '../video/play.server.ts';
import { videoListing } from '../video/video.listing.server.ts';
import { recordedContract as contract, type RecordedClass } from './recorded.contract.ts';
import { groupOf, inReach, mayWrite, openFolders, ownCentre, recordedWhere } from './recorded-row.server.ts';

const LATEST = 60;
const MOST = 300;

interface Reader {
  db: Db;
  actor: Actor;
  now: Date;
}

/** Folders with the number of recorded classes the reader finds in them. */
const foldersOf = async ({ db, actor, now }: Reader, where: RawBuilder<unknown>) =>
  (
    await sql<{ id: string; name: string; count: number }>`
      select f.id, f.name, (select count(*)::int from recorded_class c where c.folder_id = f.id and ${inReach(actor, todayIst(now))}) as count
        from curriculum_folder f where ${where} and ${openFolders(actor)} order by f.position, lower(f.name), f.id limit 200`.execute(
      db,
    )
  ).rows;

export const latestRecorded = handle(contract.latest, async ({ db, actor, input, now }) => {
  const at = { db, actor, now };
  const { rows: classes } = await sql<{ id: number; name: string }>`
    select k.id, k.name from class k where exists (select from recorded_class c join curriculum_folder f on f.id = c.folder_id
      where c.class_id = k.id and ${inReach(actor, todayIst(now))} and ${openFolders(actor)}) order by k.position, k.name`.execute(
    db,
  );
  const where = sql`${input.classId ? sql`c.class_id = ${input.classId}` : sql`true`}
    and ${input.q ? sql`(c.title ilike ${contains(input.q)} or v.name ilike ${contains(input.q)})` : sql`true`}`;
  return {
    folders: await foldersOf(at, sql`f.parent_id is null`),
    classes,
    rows: await recordedWhere(db, actor, { where, now, limit: LATEST }),
  };
});

export const browseRecorded = handle(contract.browse, async ({ db, actor, input, now }) => {
  const at = { db, actor, now };
  const { folderId, classId = null, weekNo = null, dayNo = null } = input;
  // A place is a class, then a week of it, then a day of that.
  ensure((weekNo === null || classId !== null) && (dayNo === null || weekNo !== null), () =>
    refuse('row.not-found'),
  );
  ensureFound((await foldersOf(at, sql`f.id = ${folderId}`))[0]);
  const named =
    classId === null
      ? null
      : ensureFound(await db.selectFrom('class').select('name').where('id', '=', classId).executeTakeFirst());
  const writes = mayWrite(actor);
  const here = sql`c.folder_id = ${folderId} and c.class_id is not distinct from ${classId}::int
    and c.week_no is not distinct from ${weekNo}::int and c.day_no is not distinct from ${dayNo}::int`;
  return {
    path: await pathTo(db, folderId),
    className: named?.name ?? null,
    folders: classId === null ? await foldersOf(at, sql`f.parent_id = ${folderId}`) : [],
    below: await belowOf(at, { folderId, classId, weekNo, dayNo }),
    rows: await recordedWhere(db, actor, { where: here, now, limit: MOST }),
    classes: writes ? await classesOf(db, folderId) : [],
    can: { add: writes },
  };
});

/** Classes of the folder's class group. */
const classesOf = async (db: Db, folderId: string): Promise<{ id: number; name: string }[]> =>
  (
    await sql<{ id: number; name: string }>`
      select k.id, k.name from curriculum_folder f join class_group_class g on g.class_group_id = ${groupOf} join class k on k.id = g.class_id
       where f.id = ${folderId} order by k.position, k.name`.execute(db)
  ).rows;

interface Place {
  folderId: string;
  classId: number | null;
  weekNo: number | null;
  dayNo: number | null;
}

/** What lies one step below a place, with the number of recorded classes in it. */
async function belowOf({ db, actor, now }: Reader, { folderId, classId, weekNo, dayNo }: Place) {
  if (dayNo !== null) return [];
  const [step, above] =
    classId === null
      ? [sql`c.class_id`, sql`true`]
      : weekNo === null
        ? [sql`c.week_no`, sql`c.class_id = ${classId}`]
        : [sql`c.day_no`, sql`c.class_id = ${classId} and c.week_no = ${weekNo}`];
  const { rows } = await sql<{ n: number; count: number; name: string | null }>`
    select ${step} as n, count(*)::int as count, ${classId === null ? sql`min(k.name)` : sql`null::text`} as name
      from recorded_class c left join class k on k.id = c.class_id
     where c.folder_id = ${folderId} and ${above} and ${step} is not null and ${inReach(actor, todayIst(now))}
     group by 1 order by ${classId === null ? sql`min(k.position)` : sql`1`} limit 60`.execute(db);
  const word = weekNo === null ? 'Week' : 'Day';
  return rows.map(({ name, ...row }) => ({ ...row, name: name ?? `${word} ${row.n}` }));
}

const inSight = async ({ db, actor, now }: Reader, id: string): Promise<RecordedClass> =>
  ensureFound((await recordedWhere(db, actor, { where: sql`c.id = ${id}`, now, limit: 1 }))[0]);

export const playRecorded = handle(contract.play, async ({ db, actor, input, now }) => {
  const { videoId } = await inSight({ db, actor, now }, input.id);
  return playInfo(db, { videoId, now });
});

export const recordedWatched = handle(contract.watched, async ({ db, actor, input, now }) => {
  const { videoId, durationS } = await inSight({ db, actor, now }, input.id);
  const seen = {
    userId: userIdOf(actor),
    videoId,
    durationS,
    intervals: input.intervals,
    position: input.position,
    now,
  };
  if (actor.students === null) return noteWatched(db, { ...seen, franchiseeId: watchCentre(actor) });
  return asFamily(db, actor, ensureFound(actor.students[0]), ({ franchiseeId }) =>
    noteWatched(db, { ...seen, franchiseeId }),
  );
});

interface Input {
  title: string;
  classId?: number | null | undefined;
  weekNo?: number | null | undefined;
  dayNo?: number | null | undefined;
  recordedOn: string;
  videoId: string;
  visibleFrom?: string | null | undefined;
  visibleTo?: string | null | undefined;
}

/** The columns of a row, checked: its place in the folder, a video that plays, and its dates. */
async function columnsOf(
  { db, actor, now }: Reader,
  { folderId, centre }: { folderId: string; centre: number },
  input: Input,
) {
  const wrong = (field: string, text: string) => refuse('input.invalid', { fields: { [field]: text } });
  ensureFound((await foldersOf({ db, actor, now }, sql`f.id = ${folderId}`))[0]);
  const { classId = null, weekNo = null, dayNo = null } = input;
  ensure(weekNo === null || classId !== null, () => wrong('classId', 'Choose the class of this week'));
  ensure(dayNo === null || weekNo !== null, () => wrong('weekNo', 'Enter the week of this day'));
  ensure(classId === null || (await classesOf(db, folderId)).some(({ id }) => id === classId), () =>
    wrong('classId', 'Choose a class of this folder’s class group'),
  );
  ensure(input.recordedOn <= todayIst(now), () => wrong('recordedOn', 'Choose today or an earlier day'));
  ensure(!input.visibleFrom || !input.visibleTo || input.visibleTo >= input.visibleFrom, () =>
    wrong('visibleTo', 'Choose a day after the first one'),
  );
  const video = await videoListing.row({ db, actor }, input.videoId);
  ensure(video?.status === 'READY', () => wrong('videoId', 'Choose a video of the list'));
  // A class of head office is every centre's, and so has to be its video.
  ensure(centre !== HEAD_OFFICE || video?.owner === 'NETWORK', () =>
    wrong('videoId', 'Choose a video of head office: every centre plays it'),
  );
  return {
    class_id: classId,
    week_no: weekNo,
    day_no: dayNo,
    title: input.title,
    recorded_on: input.recordedOn,
    video_id: input.videoId,
    visible_from: input.visibleFrom ?? null,
    visible_to: input.visibleTo ?? null,
  };
}

export const addRecorded = handle(contract.add, async ({ db, actor, input, now }) => {
  ensure(actor.students === null, () => refuse('row.not-found'));
  const centre = ownCentre(actor);
  if (centre === null) throw refuse('context.centre-needed');
  const columns = await columnsOf({ db, actor, now }, { folderId: input.folderId, centre }, input);
  return db
    .insertInto('recorded_class')
    .values({ franchisee_id: centre, folder_id: input.folderId, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow();
});

/** A row of the own place; head office's rows are head office's to change. */
async function lockOwn(db: Db, actor: Actor, { id, version }: { id: string; version: number | undefined }) {
  const row = await lockRow(db, 'recorded_class', id, version);
  ensure(mayWrite(actor) && row.franchisee_id === ownCentre(actor), () => refuse('row.not-found'));
  return row;
}

export const changeRecorded = handle(contract.change, async ({ db, actor, input, version, now }) => {
  const row = await lockOwn(db, actor, { id: input.id, version });
  const columns = await columnsOf(
    { db, actor, now },
    { folderId: row.folder_id, centre: row.franchisee_id },
    input,
  );
  await db
    .updateTable('recorded_class')
    .set(columns)
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const removeRecorded = handle(contract.remove, async ({ db, actor, input, version }) => {
  const row = await lockOwn(db, actor, { id: input.id, version });
  await db
    .deleteFrom('recorded_class')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});
