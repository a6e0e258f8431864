// Planning, changing and cancelling a training.
import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { financialYear, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, reaches } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh, ensureStep } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { LECTURE_MOST } from '../meeting/room-rules.ts';
import { firstSession } from '../seat/seats.server.ts';
import { changePlaces, hasMoved, tellAllLater } from '../seat/training-changed.server.ts';
import { refuseTraining } from '../training.refusals.ts';
import { countAudience } from './audience.server.ts';
import { trainingContract as contract } from './training.contract.ts';
import { trainingStates } from './training.states.ts';
import { type Session, sessionsOf, whenFaults } from './training-days.ts';

type Input = ParsedInputOf<typeof contract.create>;
const fault = (field: string, text: string) => refuse('input.invalid', { fields: { [field]: text } });

/** The columns of a training; what another mode would hold is left out. Refuses what does not go together. */
function columnsOf(input: Input, now: Date) {
  const faults = whenFaults(input, now);
  ensure(Object.keys(faults).length === 0, () => refuse('input.invalid', { fields: faults }));
  const online = input.mode !== 'CLASSROOM';
  ensure(input.mode === 'ONLINE' || input.venue, () => fault('venue', 'Say where it is'));
  ensure(!online || input.provider, () => fault('provider', 'Choose how people meet'));
  const link = online && input.provider === 'LINK';
  ensure(!link || (input.linkUrl && URL.canParse(input.linkUrl)), () =>
    fault('linkUrl', 'Fill in the address'),
  );
  ensure(!online || link || (input.capacity && input.capacity <= LECTURE_MOST), () =>
    refuseTraining('training.too-many-for-provider', {
      fields: { capacity: `At most ${LECTURE_MOST} in an own room` },
    }),
  );
  return {
    title: input.title,
    category_id: input.categoryId,
    description: input.description ?? null,
    mode: input.mode,
    venue: input.mode === 'ONLINE' ? null : (input.venue ?? null),
    from_date: input.fromDate,
    to_date: input.toDate,
    from_time: input.fromTime,
    to_time: input.toTime,
    weekdays: [...new Set(input.weekdays)],
    provider: online ? (input.provider ?? null) : null,
    link_url: link ? (input.linkUrl ?? null) : null,
    capacity: input.capacity ?? null,
    certificate_type_id: input.certificateTypeId ? String(input.certificateTypeId) : null,
    ask_feedback: input.askFeedback,
  };
}

/** A certificate that live trainings issue; one that is chosen already stays. */
async function ensureCertifies(db: Db, typeId: string | null, was: string | null = null): Promise<void> {
  if (typeId === null || typeId === was) return;
  const { rows } =
    await sql`select from certificate_type where id = ${typeId} and active and for_trainings`.execute(db);
  ensure(rows.length > 0, () =>
    fault('certificateTypeId', 'Choose a certificate that live trainings issue too'),
  );
}

interface Trainer {
  userId: string;
  kind: 'Organizer' | 'Moderator' | 'Expert';
}

/** Who teaches; a person has one part. */
async function trainersOf(db: Db, input: Input): Promise<Trainer[]> {
  const part = (ids: readonly (string | number)[] | null | undefined, kind: Trainer['kind']): Trainer[] =>
    [...new Set((ids ?? []).map(String))].map((userId) => ({ userId, kind }));
  const all = [
    ...part(input.organizerIds, 'Organizer'),
    ...part(input.moderatorIds, 'Moderator'),
    ...part(input.expertIds, 'Expert'),
  ];
  const ids = all.map(({ userId }) => userId);
  const twice = all.find(({ userId }, i) => ids.indexOf(userId) < i);
  ensure(!twice, () =>
    fault(
      twice?.kind === 'Moderator' ? 'moderatorIds' : 'expertIds',
      'Somebody here has another part already',
    ),
  );
  const { rows } = await sql`select from app_user where id = any (${ids}::uuid[])`.execute(db);
  ensure(rows.length === ids.length, () => fault('organizerIds', 'Choose people of the list'));
  return all;
}

/** 409 when a trainer has another training at that time, unless a reason is given. */
async function ensureFree(
  db: Db,
  trainingId: string | null,
  {
    trainers,
    sessions,
    reason,
  }: { trainers: readonly Trainer[]; sessions: readonly Session[]; reason: string | null },
): Promise<void> {
  if (reason !== null) return;
  const { rows } = await sql<{ name: string; code: string }>`
    select coalesce(${personName('u')}, '–') as name, t.code
      from unnest(${sessions.map(({ startsAt }) => startsAt)}::timestamptz[], ${sessions.map(({ endsAt }) => endsAt)}::timestamptz[]) as w (starts_at, ends_at)
      join training_session s on s.starts_at < w.ends_at and s.ends_at > w.starts_at and s.status in ('SCHEDULED', 'LIVE')
      join training t on t.id = s.training_id and t.status in ('ACTIVE', 'IN PROGRESS') and t.id is distinct from ${trainingId}::uuid
      join training_trainer r on r.training_id = t.id and r.user_id = any (${trainers.map(({ userId }) => userId)}::uuid[])
      join app_user u on u.id = r.user_id order by s.starts_at, name limit 1`.execute(db);
  const [busy] = rows;
  ensure(!busy, () =>
    refuseTraining('training.trainer-busy', {
      details: { name: busy?.name, code: busy?.code },
      fields: { clashReason: 'Say why, to plan it all the same' },
    }),
  );
}

/** An audience lies within the author's reach and is not empty. */
async function ensureAudience(db: Db, actor: Actor, input: Input) {
  const audience = {
    zoneIds: (input.zoneIds ?? []).map(Number),
    centreIds: (input.centreIds ?? []).map(Number),
    categories: input.categories ?? [],
  };
  const everywhere = audience.zoneIds.length === 0 && audience.centreIds.length === 0;
  ensure(!everywhere || actor.wholeNetwork, () => fault('zoneIds', 'Choose zones or centres of yours'));
  ensure(
    audience.centreIds.every((id) => reaches(actor, id)),
    () => fault('centreIds', 'Choose centres of yours'),
  );
  if (audience.zoneIds.length > 0 && !actor.wholeNetwork) {
    // A zone is the author's when each of its centres is.
    const { rows } = await sql<{ id: number }>`
      select id from franchisee where zone_id = any (${audience.zoneIds}::int[])`.execute(db);
    ensure(rows.length > 0 && rows.every(({ id }) => reaches(actor, id)), () =>
      fault('zoneIds', 'Choose zones of yours'),
    );
  }
  const { people } = await countAudience(db, audience);
  ensure(people > 0, () =>
    refuseTraining('training.audience-empty', { fields: { categories: 'Nobody of these' } }),
  );
  return { audience, people };
}

async function writeParts(
  db: Db,
  trainingId: string,
  {
    trainers,
    sessions,
    audience,
  }: {
    trainers: readonly Trainer[];
    sessions: readonly Session[];
    audience: { zoneIds: readonly number[]; centreIds: readonly number[]; categories: readonly string[] };
  },
): Promise<void> {
  for (const table of ['training_session', 'training_audience'] as const)
    await sql`delete from ${sql.table(table)} where training_id = ${trainingId}`.execute(db);
  // Those from outside stay: they are added and taken out one by one.
  await sql`delete from training_trainer where training_id = ${trainingId} and user_id is not null`.execute(
    db,
  );
  await db
    .insertInto('training_session')
    .values(
      sessions.map(({ startsAt, endsAt }, i) => ({
        training_id: trainingId,
        session_no: i + 1,
        starts_at: startsAt,
        ends_at: endsAt,
      })),
    )
    .execute();
  await db
    .insertInto('training_trainer')
    .values(trainers.map(({ userId, kind }) => ({ training_id: trainingId, user_id: userId, kind })))
    .execute();
  const refs = [
    ...audience.zoneIds.map((id) => ({ kind: 'ZONE' as const, ref_id: String(id) })),
    ...audience.centreIds.map((id) => ({ kind: 'CENTRE' as const, ref_id: String(id) })),
    ...audience.categories.map((ref_id) => ({ kind: 'CATEGORY' as const, ref_id })),
  ];
  if (refs.length > 0)
    await db
      .insertInto('training_audience')
      .values(refs.map((one) => ({ ...one, training_id: trainingId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export const create = handle(contract.create, async ({ db, actor, input, now }) => {
  const columns = columnsOf(input, now);
  await ensureCertifies(db, columns.certificate_type_id);
  const sessions = sessionsOf(input);
  const trainers = await trainersOf(db, input);
  const { audience, people } = await ensureAudience(db, actor, input);
  await ensureFree(db, null, { trainers, sessions, reason: input.clashReason ?? null });
  // Numbers without gaps: two who plan at once wait for each other. Trainings are few.
  await sql`lock table training in share row exclusive mode`.execute(db);
  const prefix = `TRN/${financialYear(todayIst(now)).short}/`;
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(substr(code, ${prefix.length + 1})::int), 0)::int as last from training where code like ${`${prefix}%`}`.execute(
    db,
  );
  const code = `${prefix}${String((rows[0]?.last ?? 0) + 1).padStart(4, '0')}`;
  const { id } = await db
    .insertInto('training')
    .values({ ...columns, code })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('training_seat').values({ training_id: id, capacity: columns.capacity }).execute();
  await writeParts(db, id, { trainers, sessions, audience });
  return { id, code, people };
});

async function lockTraining(
  db: Db,
  actor: Actor,
  id: string,
  version: number | undefined,
): Promise<RowIn<'training'>> {
  const row = ensureFound(
    await db.selectFrom('training').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  await ensureOwn(db, actor, row);
  ensureFresh(row.version === version ? 1 : 0);
  return row;
}

/** What somebody with a wider reach planned is theirs to change, and its organizers'. */
export async function ensureOwn(db: Db, actor: Actor, row: RowIn<'training'>): Promise<void> {
  const { rows } =
    await sql`select from training_trainer where training_id = ${row.id} and user_id = ${actor.userId} and kind = 'Organizer'`.execute(
      db,
    );
  ensure(actor.wholeNetwork || row.created_by === actor.userId || rows.length > 0, () =>
    refuseTraining('training.not-yours'),
  );
}

export const edit = handle(contract.edit, async ({ db, actor, input, version, now }) => {
  const row = await lockTraining(db, actor, input.id, version);
  ensure(row.status === 'ACTIVE', () => refuse('row.wrong-state'));
  const first = await firstSession(db, row.id);
  ensure(first === null || now < first.begins, () => refuse('row.wrong-state'));
  const columns = columnsOf(input, now);
  await ensureCertifies(db, columns.certificate_type_id, row.certificate_type_id);
  const sessions = sessionsOf(input);
  const trainers = await trainersOf(db, input);
  const { audience } = await ensureAudience(db, actor, input);
  await ensureFree(db, row.id, { trainers, sessions, reason: input.clashReason ?? null });
  await changePlaces(db, actor, row, columns.capacity);
  await db.updateTable('training').set(columns).where('id', '=', row.id).execute();
  await writeParts(db, row.id, { trainers, sessions, audience });
  if (hasMoved(row, columns))
    await tellAllLater(db, actor, { trainingId: row.id, change: 'MOVED', version: row.version });
  return {};
});

export const cancel = handle(contract.cancel, async ({ db, actor, input, version }) => {
  const row = await lockTraining(db, actor, input.id, version);
  const status = ensureStep(trainingStates, row.status, 'cancel');
  await db
    .updateTable('training')
    .set({ status, cancel_reason: input.reason })
    .where('id', '=', row.id)
    .execute();
  await tellAllLater(db, actor, { trainingId: row.id, change: 'CANCELLED', version: row.version });
  await sql`update training_session set status = 'CANCELLED' where training_id = ${row.id} and status = 'SCHEDULED'`.execute(
    db,
  );
  return {};
});
