import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DatedEvent } from './event.contract.ts';

/** Columns of one date of an event, from `event v` joined with `event_date d`. */
const columns = sql`v.id, v.title, v.title_hi as "titleHi", v.kind, v.colour, to_char(v.starts_at, 'HH24:MI') as "startsAt",
  to_char(v.ends_at, 'HH24:MI') as "endsAt", v.place, v.people, v.answers, v.status,
  (select string_agg(k.name, ', ' order by k.position) from class k where k.id = any (v.class_ids)) as classes,
  d.on_date as "onDate", d.to_on as "toOn",
  case when v.status = 'CANCELLED' then coalesce(v.cancel_reason, 'Cancelled') else d.cancelled_reason end as cancelled`;

/** Dates of published and cancelled events that touch a stretch of days, in reach and by the condition given. */
export async function datedEvents(
  db: Db,
  { from, to }: { from: Day; to: Day },
  where: RawBuilder<unknown>,
): Promise<(DatedEvent & { franchiseeId: number; dropsClosed: boolean })[]> {
  const { rows } = await sql<DatedEvent & { franchiseeId: number; dropsClosed: boolean }>`
    select ${columns}, v.franchisee_id as "franchiseeId", v.closed_days = 'DROP' and v.repeat <> 'NONE' as "dropsClosed"
      from event v join event_date d on d.franchisee_id = v.franchisee_id and d.event_id = v.id
     where v.status <> 'DRAFT' and d.on_date <= ${to}::date and d.to_on >= ${from}::date and ${where}
     order by d.on_date, v.starts_at nulls first, v.title, v.id limit 1000`.execute(db);
  return rows;
}

/** What takes place at a centre in these days, for all classes or for one (areas/README §3). */
export async function eventsOf(
  db: Db,
  of: { franchiseeId: number; from: Day; to: Day; classId?: number },
): Promise<DatedEvent[]> {
  const { franchiseeId, from, to, classId } = of;
  const rows = await datedEvents(
    db,
    { from, to },
    sql`v.franchisee_id = ${franchiseeId} and v.status = 'PUBLISHED' and d.cancelled_reason is null
      and ${classId === undefined ? sql`true` : sql`(v.class_ids = '{}' or ${classId} = any (v.class_ids))`}`,
  );
  return rows.map(({ franchiseeId: _f, dropsClosed: _d, ...event }) => event);
}
