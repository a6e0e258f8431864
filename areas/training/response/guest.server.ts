// Trainers from outside: added by who plans the training, they answer and join by a link of their own.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { revokeLinks } from '@aangan/server/work/links.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { goesOn } from '../seat/seats.server.ts';
import { centreOf } from '../seat/training-changed.server.ts';
import { timeText } from '../training/training.listing.server.ts';
import { ensureOwn } from '../training/write-training.server.ts';
import { OPENS_MIN } from './reference.server.ts';
import { courseOf, ensureTakes } from './respond.server.ts';
import { guestContract, inviteContract } from './response.contract.ts';
import { sendLink } from './tell-guests.server.ts';

async function openTraining(db: Db, actor: Actor, id: string): Promise<RowIn<'training'>> {
  const row = ensureFound(
    await db.selectFrom('training').selectAll().where('id', '=', id).forShare().executeTakeFirst(),
  );
  await ensureOwn(db, actor, row);
  return row;
}

/** The row of a trainer from outside with its training, both kept until this is done; the training first, as everybody. */
async function lockGuest(db: Db, actor: Actor, id: string) {
  const found = ensureFound(
    await db
      .selectFrom('training_trainer')
      .select('training_id')
      .where('id', '=', id)
      .where('user_id', 'is', null)
      .executeTakeFirst(),
  );
  const training = await openTraining(db, actor, found.training_id);
  const guest = ensureFound(
    await db
      .selectFrom('training_trainer')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  );
  return { guest, training };
}

export const add = handle(guestContract.add, async ({ db, actor, input }) => {
  const training = await openTraining(db, actor, input.id);
  ensure(goesOn(training.status), () => refuse('row.wrong-state'));
  const guest = await db
    .insertInto('training_trainer')
    .values({
      training_id: training.id,
      kind: input.kind,
      name: input.name,
      mobile: input.mobile,
      email: input.email ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await sendLink(db, { guest, training, key: 'first', franchiseeId: centreOf(actor) });
  return { id: guest.id };
});

export const send = handle(guestContract.send, async ({ db, actor, input, request }) => {
  const { guest, training } = await lockGuest(db, actor, input.id);
  ensure(goesOn(training.status), () => refuse('row.wrong-state'));
  await sendLink(db, { guest, training, key: request.id, franchiseeId: centreOf(actor) });
  return {};
});

export const remove = handle(guestContract.remove, async ({ db, actor, input }) => {
  const { guest, training } = await lockGuest(db, actor, input.id);
  // Who has taught stays in the record, with the feedback on them.
  ensure(training.status === 'ACTIVE', () => refuse('row.wrong-state'));
  await revokeLinks(db, {
    purpose: 'training.invite',
    subjectId: guest.id,
    reason: 'taken out of the training',
  });
  await db.deleteFrom('training_trainer').where('id', '=', guest.id).execute();
  return {};
});

export const list = handle(guestContract.list, async ({ db, input }) => {
  const { rows } = await sql<{
    id: string;
    name: string;
    kind: string;
    mobile: string;
    response: 'PENDING' | 'ACCEPTED' | 'DECLINED';
    reason: string | null;
  }>`select id, name, kind, mobile, response, decline_reason as reason from training_trainer
      where training_id = ${input.id} and user_id is null order by name, id`.execute(db);
  return rows;
});

/** The trainer whom a link is for. */
async function invited(db: Db, id: string) {
  const { rows } = await sql<{
    id: string;
    training_id: string;
    response: 'PENDING' | 'ACCEPTED' | 'DECLINED';
    name: string;
    kind: string;
  }>`select id, training_id, response, name, kind from training_trainer where id = ${id} and user_id is null`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw refuse('link.ended');
  return row;
}

export const open = handle(inviteContract.open, async ({ db, actor, now }) => {
  const guest = await invited(db, ensureFound(actor.link).subjectId);
  const { rows } = await sql<{
    title: string;
    description: string | null;
    organizer: string | null;
    mode: 'ONLINE' | 'CLASSROOM' | 'HYBRID';
    venue: string | null;
    fromDate: string;
    toDate: string;
    fromTime: string;
    toTime: string;
    status: 'ACTIVE' | 'IN PROGRESS' | 'COMPLETED' | 'CANCELLED';
    provider: string | null;
    url: string | null;
    begun: boolean;
    over: boolean;
    now: boolean;
  }>`
    select t.title, t.description, t.mode, t.venue, t.from_date as "fromDate", t.to_date as "toDate", ${timeText('t.from_time')} as "fromTime",
        ${timeText('t.to_time')} as "toTime", t.status, t.provider, t.link_url as url,
        (select string_agg(${personName('u')}, ', ' order by u.first_name, u.id) from training_trainer r join app_user u on u.id = r.user_id
          where r.training_id = t.id and r.kind = 'Organizer') as organizer,
        (select min(x.starts_at) <= ${now.toISOString()} from training_session x where x.training_id = t.id) as begun,
        (select max(x.ends_at) <= ${now.toISOString()} from training_session x where x.training_id = t.id) as over,
        exists (select from training_session x where x.training_id = t.id and x.status <> 'CANCELLED'
          and ${now.toISOString()}::timestamptz >= x.starts_at - make_interval(mins => ${OPENS_MIN}) and ${now.toISOString()} < x.ends_at) as now
      from training t where t.id = ${guest.training_id}`.execute(db);
  const { provider, url, begun, over, now: meets, ...facts } = ensureFound(rows[0]);
  const takes = facts.status !== 'CANCELLED' && !over;
  return {
    ...facts,
    name: guest.name,
    part: guest.kind,
    response: guest.response,
    can: {
      accept: takes && (guest.response === 'PENDING' || (guest.response === 'DECLINED' && !begun)),
      decline: takes && (guest.response === 'PENDING' || (guest.response === 'ACCEPTED' && !begun)),
    },
    joinUrl: takes && meets && guest.response === 'ACCEPTED' ? url : null,
    meetsOnline: provider === 'LINK',
  };
});

export const answer = handle(inviteContract.answer, async ({ db, actor, input, now }) => {
  const { id, training_id } = await invited(db, ensureFound(actor.link).subjectId);
  const course = await courseOf(db, training_id, now);
  const { rows } = await sql<{ response: 'PENDING' | 'ACCEPTED' | 'DECLINED' }>`
    select response from training_trainer where id = ${id} for update`.execute(db);
  const was = ensureFound(rows[0]).response;
  if (was === input.response) return {};
  ensureTakes(course, was, input.response);
  ensure(was !== 'ACCEPTED' || input.reason, () =>
    refuse('input.invalid', { fields: { reason: 'Say why you do not come after all' } }),
  );
  await sql`update training_trainer set response = ${input.response}, responded_at = ${now.toISOString()},
      decline_reason = ${input.response === 'DECLINED' ? input.reason || null : null} where id = ${id}`.execute(
    db,
  );
  return {};
});
