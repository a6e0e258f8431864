import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre, personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { seatContract } from '../seat/seat.contract.ts';
import { firstSession } from '../seat/seats.server.ts';
import { countAudience, isFor } from './audience.server.ts';
import { trainingContract as contract, type TrainingCard } from './training.contract.ts';
import { timeText, trainerNames, trainingSteps } from './training.listing.server.ts';

const cards = async (
  db: Db,
  actor: Actor,
  { where, now }: { where: RawBuilder<unknown>; now: Date },
): Promise<TrainingCard[]> => {
  const userId = userIdOf(actor);
  const registers = mayCall(actor, seatContract.register);
  const registered = sql`from training_enrollment e where e.training_id = t.id and e.seat <> 'RELEASED' and ${inChosenCentre(actor, 'e.franchisee_id')}`;
  const { rows } = await sql<Omit<TrainingCard, 'can'> & { open: boolean }>`
    select t.id, t.code, t.title, c.name as category, t.description, t.status, t.from_date as "fromDate", t.to_date as "toDate",
        ${timeText('t.from_time')} as "fromTime", ${timeText('t.to_time')} as "toTime", t.mode, t.venue, ${trainerNames} as trainers,
        (select r.kind from training_trainer r where r.training_id = t.id and r.user_id = ${userId}) as part,
        (select count(*)::int ${registered}) as registered, (select count(*)::int ${registered} and e.response = 'ACCEPTED') as accepted,
        p.capacity - p.seated as "placesLeft", p.waitlisted as waiting,
        (select min(x.ends_at) > ${now.toISOString()} from training_session x where x.training_id = t.id) as open
      from training t join training_category c on c.id = t.category_id join training_seat p on p.training_id = t.id
     where t.status in ('ACTIVE', 'IN PROGRESS') and t.to_date >= ${todayIst(now)} and ${where}
     order by t.from_date, t.from_time, t.id limit 30`.execute(db);
  return rows.map(({ open, ...row }) => ({ ...row, can: { register: registers && open } }));
};

export const home = handle(contract.home, async ({ db, actor, now }) => {
  const userId = userIdOf(actor);
  const only = !actor.wholeNetwork && actor.centres.length === 1 ? actor.centres[0] : undefined;
  const teaches = sql`exists (select from training_trainer r where r.training_id = t.id and r.user_id = ${userId})`;
  const centre = actor.franchiseeId ?? only ?? null;
  return {
    teaching: await cards(db, actor, { where: teaches, now }),
    coming: await cards(db, actor, {
      where: sql`${centre === null ? sql`true` : isFor(centre)} and not ${teaches}`,
      now,
    }),
    ofCentre: centre !== null,
    readAt: now.toISOString(),
  };
});

export const audience = handle(contract.audience, ({ db, input }) => countAudience(db, input));

export const get = handle(contract.get, async ({ db, actor, input, now }) => {
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
  const first = await firstSession(db, row.id);
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
    can: trainingSteps(actor, {
      status: row.status,
      begun: first !== null && first.begins <= now,
      createdBy: row.created_by,
      organizerIds: part('Organizer').map((one) => one.id),
    }),
  };
});
