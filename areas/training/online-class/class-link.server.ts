// A child's link to a class: a countdown, the lobby, and the address of the meeting once the teacher has let the child in.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { refuseTraining } from '../training.refusals.ts';
import { classLinkContract as contract } from './class-link.contract.ts';
import { type Facts, factColumns, opensAt, withInstants } from './online-class.queries.server.ts';

interface Guest extends Facts {
  childId: string;
  child: string;
  lobby: boolean;
  url: string;
  asked: boolean;
  admitted: boolean;
}

/** The class and the child behind the link; of a class that is cancelled the link has ended. */
async function guestOf(db: Db, actor: Actor, lock: RawBuilder<unknown>): Promise<Guest> {
  const { rows } = await sql<Guest>`
    select ${factColumns}, x.id as "childId", coalesce(s.call_name, split_part(s.name, ' ', 1)) as child, c.lobby, c.link_url as url,
        x.asked_at is not null as asked, x.admitted_at is not null as admitted
      from online_class_child x join online_class c on c.franchisee_id = x.franchisee_id and c.id = x.online_class_id
      join enrolment e on e.franchisee_id = x.franchisee_id and e.id = x.enrolment_id
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where x.id = ${ensureFound(actor.link).subjectId} ${lock}`.execute(db);
  const [row] = rows;
  if (!row || row.status === 'CANCELLED') throw refuse('link.ended');
  return withInstants(row);
}

function stepOf(guest: Guest, now: Date): 'EARLY' | 'KNOCK' | 'LOBBY' | 'IN' | 'OVER' {
  if (guest.status === 'COMPLETED' || now.getTime() >= Date.parse(guest.endsAt)) return 'OVER';
  if (now.getTime() < opensAt(guest.startsAt)) return 'EARLY';
  if (guest.status === 'LIVE' && (guest.admitted || !guest.lobby)) return 'IN';
  return guest.asked ? 'LOBBY' : 'KNOCK';
}

export const view = handle(contract.view, async ({ db, actor, now }) => {
  const guest = await guestOf(db, actor, sql``);
  const { child, title, subject, sections, host, startsAt, endsAt } = guest;
  return {
    child,
    title,
    subject,
    sections,
    host,
    startsAt,
    endsAt,
    opensAt: new Date(opensAt(startsAt)).toISOString(),
    step: stepOf(guest, now),
  };
});

const ensureOpen = (step: ReturnType<typeof stepOf>, startsAt: string): void => {
  ensure(step !== 'OVER', () => refuseTraining('meeting.ended'));
  ensure(step !== 'EARLY', () => refuseTraining('online-class.early', { details: { time: startsAt } }));
};

export const knock = handle(contract.knock, async ({ db, actor, now }) => {
  const guest = await guestOf(db, actor, sql`for update of x`);
  ensureOpen(stepOf(guest, now), guest.startsAt);
  await sql`update online_class_child set asked_at = coalesce(asked_at, ${now.toISOString()}) where id = ${guest.childId}`.execute(
    db,
  );
  return {};
});

export const join = handle(contract.join, async ({ db, actor, now }) => {
  const guest = await guestOf(db, actor, sql`for update of x`);
  const step = stepOf(guest, now);
  ensureOpen(step, guest.startsAt);
  ensure(step === 'IN', () => refuseTraining('online-class.lobby'));
  const at = now.toISOString();
  await sql`update online_class_child set asked_at = coalesce(asked_at, ${at}), admitted_at = coalesce(admitted_at, ${at}),
      joined_at = coalesce(joined_at, ${at}) where id = ${guest.childId}`.execute(db);
  return { url: guest.url };
});
