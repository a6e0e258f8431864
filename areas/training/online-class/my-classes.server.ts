// Own classes: of a teacher those with a part in them, of a family those of the own children, read as the child's centre.
import { addDays, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { issueLink } from '@aangan/server/work/links.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { asFamily } from '../../students/public.server.ts';
import { onlineClassContract as contract } from './online-class.contract.ts';
import {
  attendedCount,
  closesAt,
  type Facts,
  factColumns,
  invitedCount,
  looksAfter,
  opensAt,
  partOf,
  withInstants,
} from './online-class.queries.server.ts';

interface Found extends Facts {
  children: number;
  attended: number;
  heldMinutes: number;
  /** Of a family. */
  studentId: string | null;
  child: string | null;
  joined: boolean;
  attendedMinutes: number | null;
}

const PAST_DAYS = 90;
const shared = sql`${factColumns}, ${invitedCount} as children, ${attendedCount} as attended,
  coalesce(round(extract(epoch from c.ended_at - c.opened_at) / 60), 0)::int as "heldMinutes"`;

/** Own classes that start in a stretch of days, the earliest first. */
async function ownClasses(db: Db, actor: Actor, from: Date, to: Date): Promise<Found[]> {
  const span = sql`c.starts_at >= ${from.toISOString()} and c.starts_at < ${to.toISOString()}`;
  if (actor.students === null) {
    const { rows } = await sql<Found>`
      select ${shared}, null as "studentId", null as child, false as joined, null as "attendedMinutes" from online_class c
       where ${span} and ${inChosenCentre(actor, 'c.franchisee_id')} and ${partOf(actor)} is not null order by c.starts_at, c.id limit 300`.execute(
      db,
    );
    return rows.map(withInstants);
  }
  const found: Found[] = [];
  for (const student of actor.students)
    found.push(
      ...(await asFamily(db, actor, student, async ({ franchiseeId, studentId }) => {
        const { rows } = await sql<Found>`
          select ${shared}, s.id as "studentId", coalesce(s.call_name, s.name) as child, x.joined_at is not null as joined,
              round(x.attended_s / 60.0)::int as "attendedMinutes"
            from online_class c join online_class_child x on x.franchisee_id = c.franchisee_id and x.online_class_id = c.id
            join enrolment e on e.franchisee_id = x.franchisee_id and e.id = x.enrolment_id
            join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
           where c.franchisee_id = ${franchiseeId} and e.student_id = ${studentId} and ${span} order by c.starts_at, c.id limit 300`.execute(
          db,
        );
        return rows;
      })),
    );
  return found
    .map(withInstants)
    .sort((a, b) => a.startsAt.localeCompare(b.startsAt) || a.id.localeCompare(b.id));
}

export const mine = handle(contract.mine, async ({ db, actor, now }) => {
  const today = todayIst(now);
  const monday = weekStart(today);
  const rows = await ownClasses(db, actor, startOfDay(monday), startOfDay(addDays(monday, 14)));
  return {
    family: actor.students !== null,
    classes: rows
      .filter(({ endsAt }) => todayIst(endsAt) >= today)
      .map(
        ({ studentId, child, attended: _a, heldMinutes: _h, joined: _j, attendedMinutes: _m, ...row }) => ({
          ...row,
          child: studentId === null || child === null ? null : { id: studentId, name: child },
          can: {
            join:
              (row.status === 'SCHEDULED' || row.status === 'LIVE') &&
              now.getTime() >= opensAt(row.startsAt) &&
              now.getTime() < Date.parse(row.endsAt),
          },
        }),
      ),
  };
});

function weekStart(today: string): string {
  let day = today;
  while (weekdayOf(day) !== 'MON') day = addDays(day, -1);
  return day;
}

export const past = handle(contract.past, async ({ db, actor, now }) => {
  const today = todayIst(now);
  // A class may have ended before its time, on the evening before its day too.
  const rows = await ownClasses(
    db,
    actor,
    startOfDay(addDays(today, -PAST_DAYS)),
    startOfDay(addDays(today, 2)),
  );
  return {
    family: actor.students !== null,
    classes: rows
      .filter(
        ({ status, endsAt }) => status === 'COMPLETED' || status === 'CANCELLED' || new Date(endsAt) <= now,
      )
      .reverse()
      .map(({ studentId, children, joined, attendedMinutes, ...row }) => ({
        ...row,
        invited: children,
        attendedMinutes: studentId === null ? null : joined ? (attendedMinutes ?? 0) : 0,
      })),
  };
});

export const attendance = handle(contract.attendance, async ({ db, actor, input }) => {
  // A family reads the minutes of its own child alone, in `past`.
  ensure(actor.students === null, () => refuse('row.not-found'));
  const { rows: found } = await sql<{ franchiseeId: number; heldMinutes: number }>`
    select c.franchisee_id as "franchiseeId",
        coalesce(round(extract(epoch from c.ended_at - c.opened_at) / 60), 0)::int as "heldMinutes"
      from online_class c where c.id = ${input.id} and ${looksAfter(actor)}`.execute(db);
  const row = ensureFound(found[0]);
  const { rows } = await sql<{ id: string; name: string; joinedAt: string | null; minutes: number }>`
    select x.id, s.name, x.joined_at as "joinedAt", round(x.attended_s / 60.0)::int as minutes from online_class_child x
      join enrolment e on e.franchisee_id = x.franchisee_id and e.id = x.enrolment_id
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where x.franchisee_id = ${row.franchiseeId} and x.online_class_id = ${input.id} order by s.name, x.id`.execute(
    db,
  );
  return {
    heldMinutes: row.heldMinutes,
    rows: rows.map((one) => ({
      ...one,
      joinedAt: one.joinedAt === null ? null : new Date(one.joinedAt).toISOString(),
    })),
  };
});

export const myLink = handle(contract.myLink, async ({ db, actor, input, now }) =>
  asFamily(db, actor, input.student, async ({ franchiseeId, studentId }) => {
    const { rows } = await sql<{ id: string; endsAt: string }>`
      select x.id, c.ends_at as "endsAt" from online_class c
        join online_class_child x on x.franchisee_id = c.franchisee_id and x.online_class_id = c.id
        join enrolment e on e.franchisee_id = x.franchisee_id and e.id = x.enrolment_id
       where c.franchisee_id = ${franchiseeId} and c.id = ${input.id} and e.student_id = ${studentId}
         and c.status in ('SCHEDULED', 'LIVE')`.execute(db);
    const row = ensureFound(rows[0]);
    ensure(now.getTime() < closesAt(row.endsAt), () => refuse('row.not-found'));
    const referenceID = await issueLink(db, {
      purpose: 'online-class.child',
      franchiseeId,
      subject: { kind: 'online-class-child', id: row.id },
      expiresAt: new Date(closesAt(row.endsAt)),
      now,
    });
    return { referenceID };
  }),
);
