import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { countAudience, isFor } from './audience.server.ts';
import { trainingContract as contract, meetingInfoContract, type TrainingCard } from './training.contract.ts';
import { timeText, trainerNames, trainingSteps } from './training.listing.server.ts';

const cards = async (db: Db, userId: string, where: RawBuilder<unknown>): Promise<TrainingCard[]> =>
  (
    await sql<TrainingCard>`
    select t.id, t.code, t.title, c.name as category, t.description, t.status, t.from_date as "fromDate", t.to_date as "toDate",
        ${timeText('t.from_time')} as "fromTime", ${timeText('t.to_time')} as "toTime", t.mode, t.venue, ${trainerNames} as trainers,
        (select r.kind from training_trainer r where r.training_id = t.id and r.user_id = ${userId}) as part
      from training t join training_category c on c.id = t.category_id
     where t.status in ('ACTIVE', 'IN PROGRESS') and t.to_date >= (now() at time zone 'Asia/Kolkata')::date and ${where}
     order by t.from_date, t.from_time, t.id limit 30`.execute(db)
  ).rows;

export const home = handle(contract.home, async ({ db, actor, now }) => {
  const userId = userIdOf(actor);
  const only = !actor.wholeNetwork && actor.centres.length === 1 ? actor.centres[0] : undefined;
  const teaches = sql`exists (select from training_trainer r where r.training_id = t.id and r.user_id = ${userId})`;
  const centre = actor.franchiseeId ?? only ?? null;
  return {
    teaching: await cards(db, userId, teaches),
    coming: await cards(db, userId, sql`${centre === null ? sql`true` : isFor(centre)} and not ${teaches}`),
    ofCentre: centre !== null,
    readAt: now.toISOString(),
  };
});

export const audience = handle(contract.audience, ({ db, input }) => countAudience(db, input));

export const get = handle(contract.get, async ({ db, actor, input }) => {
  const row = ensureFound(
    await db.selectFrom('training').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  const { rows: trainers } = await sql<{ id: string; name: string; kind: string }>`
    select r.user_id as id, coalesce(${personName('u')}, '–') as name, r.kind from training_trainer r join app_user u on u.id = r.user_id
     where r.training_id = ${row.id} order by u.first_name, u.id`.execute(db);
  const { rows: of } = await sql<{ kind: string; id: string; name: string | null }>`
    select a.kind, a.ref_id as id, case a.kind when 'ZONE' then (select z.name from zone z where z.id::text = a.ref_id)
        when 'CENTRE' then (select f.company_name from franchisee f where f.id::text = a.ref_id) end as name
      from training_audience a where a.training_id = ${row.id} order by a.kind, a.ref_id`.execute(db);
  const part = (kind: string) =>
    trainers.filter((one) => one.kind === kind).map(({ id, name }) => ({ id, name }));
  const places = (kind: string) =>
    of.filter((one) => one.kind === kind).map(({ id, name }) => ({ id: Number(id), name: name ?? id }));
  return {
    id: row.id,
    code: row.code,
    version: row.version,
    status: row.status,
    cancelReason: row.cancel_reason,
    title: row.title,
    categoryId: row.category_id,
    description: row.description,
    fromDate: row.from_date,
    toDate: row.to_date,
    fromTime: row.from_time.slice(0, 5),
    toTime: row.to_time.slice(0, 5),
    weekdays: row.weekdays as 'MON'[],
    mode: row.mode,
    venue: row.venue,
    provider: row.provider,
    linkUrl: row.link_url,
    capacity: row.capacity,
    certificateTypeId: row.certificate_type_id,
    askFeedback: row.ask_feedback,
    organizers: part('Organizer'),
    moderators: part('Moderator'),
    experts: part('Expert'),
    zones: places('ZONE'),
    centres: places('CENTRE'),
    categories: of.filter(({ kind }) => kind === 'CATEGORY').map(({ id }) => id as 'TEACHING'),
    can: trainingSteps(actor, row.status),
  };
});

export const meetingInfo = handle(meetingInfoContract.info, async ({ db, actor }) => {
  if (actor.userId === null) throw refuse('session.missing');
  const { rows } = await sql<{
    id: string;
    trainingName: string;
    mode: string;
    status: string;
    fromDate: string;
    toDate: string;
    fromTime: string;
    toTime: string;
  }>`
    select t.id, t.title as "trainingName", t.mode, t.status, t.from_date as "fromDate", t.to_date as "toDate",
        ${timeText('t.from_time')} as "fromTime", ${timeText('t.to_time')} as "toTime"
      from training t where t.status in ('ACTIVE', 'IN PROGRESS') and (now() at time zone 'Asia/Kolkata')::date between t.from_date and t.to_date
       and exists (select from training_trainer r where r.training_id = t.id and r.user_id = ${actor.userId})
     order by t.from_date, t.from_time, t.id limit 50`.execute(db);
  const nothing = { register: false, accept: false, reject: false, join: false, feedback: false };
  return rows.map((row) => ({ ...row, teacherEnrollment: [], trainingOnlineMeetings: [], can: nothing }));
});
