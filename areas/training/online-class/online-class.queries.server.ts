// What screens of online classes read: columns of a class, who may see it, and the reference by which staff enter.
import { personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { sameText } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { actsForAll } from '../../academics/public.server.ts';
import { trainingModules as m } from '../modules.ts';
import { ownReference } from '../own-reference.server.ts';
import { refuseTraining } from '../training.refusals.ts';
import { CLOSES_MIN, OPENS_MIN } from './online-class.states.ts';

const MINUTE = 60_000;

/** Sections of a class `c`, in words. */
export const sectionNames = sql<
  string | null
>`(select string_agg(k.name || ' ' || s.name, ', ' order by k.position, s.name)
  from online_class_section l join section s on s.franchisee_id = l.franchisee_id and s.id = l.section_id join class k on k.id = s.class_id
  where l.franchisee_id = c.franchisee_id and l.online_class_id = c.id)`;
export const hostName = sql<
  string | null
>`(select ${personName('h')} from staff h where h.franchisee_id = c.franchisee_id and h.id = c.host_staff_id)`;
export const invitedCount = sql<number>`(select count(*)::int from online_class_child x
  where x.franchisee_id = c.franchisee_id and x.online_class_id = c.id)`;
export const attendedCount = sql<number>`(select count(*)::int from online_class_child x
  where x.franchisee_id = c.franchisee_id and x.online_class_id = c.id and x.joined_at is not null)`;

/** Columns of a class `c` as every screen names them. */
export const factColumns = sql`c.id, c.title, c.subject, ${sectionNames} as sections, ${hostName} as host,
  c.starts_at as "startsAt", c.ends_at as "endsAt", c.status`;

export interface Facts {
  id: string;
  title: string;
  subject: string | null;
  sections: string | null;
  host: string | null;
  startsAt: string;
  endsAt: string;
  status: 'SCHEDULED' | 'LIVE' | 'COMPLETED' | 'CANCELLED';
}

export const withInstants = <T extends { startsAt: string; endsAt: string }>(row: T): T => ({
  ...row,
  startsAt: new Date(row.startsAt).toISOString(),
  endsAt: new Date(row.endsAt).toISOString(),
});

/** The reader's part in a class `c`; null when it is none. */
export const partOf = (actor: Actor): RawBuilder<string | null> => sql<string | null>`(select t.kind
  from online_class_staff t join staff p on p.franchisee_id = t.franchisee_id and p.id = t.staff_id
  where t.franchisee_id = c.franchisee_id and t.online_class_id = c.id and p.user_id = ${actor.userId} and p.status = 'APPROVED')`;

/** A centre head looks after every class of the centre. */
export const supervises = (actor: Actor): boolean =>
  actor.students === null && holds(actor, m.onlineClass, true) && actsForAll(actor);

/** True for classes `c` that the reader looks after: a teacher those with a part in them, and those scheduled for others. */
export const looksAfter = (actor: Actor): RawBuilder<boolean> =>
  supervises(actor)
    ? sql<boolean>`true`
    : sql<boolean>`(c.created_by = ${actor.userId} or ${partOf(actor)} is not null)`;

/** 404 for a class that the reader does not look after. */
export async function ensureLooksAfter(db: Db, actor: Actor, id: string): Promise<void> {
  const { rows } =
    await sql`select c.id from online_class c where c.id = ${id} and ${looksAfter(actor)}`.execute(db);
  ensureFound(rows[0]);
}

export const opensAt = (startsAt: string): number => Date.parse(startsAt) - OPENS_MIN * MINUTE;
export const closesAt = (endsAt: string): number => Date.parse(endsAt) + CLOSES_MIN * MINUTE;

export const referenceOf = (userId: string, id: string): string =>
  ownReference('online-class', { userId, id });

/** A class that this person may enter as staff. */
export interface Entry extends Facts {
  franchiseeId: number;
  url: string;
  lobby: boolean;
  part: string;
}

/** Classes of these days that the reader may enter; `classId` narrows it to one. */
export async function entriesOf(db: Db, actor: Actor, classId: string | null, now: Date): Promise<Entry[]> {
  // A family enters by its child's link alone.
  if (actor.students !== null) return [];
  const part = supervises(actor) ? sql`coalesce(${partOf(actor)}, 'Supervisor')` : partOf(actor);
  const at = now.toISOString();
  const { rows } = await sql<Entry>`
    select * from (select ${factColumns}, c.franchisee_id as "franchiseeId", c.link_url as url, c.lobby, ${part} as part from online_class c
      where ${classId === null ? sql`c.starts_at between ${at}::timestamptz - interval '1 day' and ${at}::timestamptz + interval '1 day'` : sql`c.id = ${classId}`}
        and c.status <> 'CANCELLED') z where part is not null order by "startsAt", id limit 200`.execute(db);
  return rows.map(withInstants);
}

/** The class behind an own reference; one of another person, of none or long over is not there. */
export async function entryBehind(db: Db, actor: Actor, reference: string, now: Date): Promise<Entry> {
  const userId = userIdOf(actor);
  const found = (await entriesOf(db, actor, null, now)).find(
    (one) => sameText(referenceOf(userId, one.id), reference) && now.getTime() < closesAt(one.endsAt),
  );
  if (!found) throw refuseTraining('meeting.not-found');
  return found;
}
