import { addDays, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { sql } from 'kysely';
import { dayKind } from '../../academics/public.server.ts';
import { queueMessage } from '../message/queue-message.server.ts';
import { expecting, invitedChildren, sourceOf, whenOf } from './event-rules.server.ts';

const AT_ONCE = 2000;

/** At 10:00 the families are reminded of tomorrow's events: all it is for, or where answers are wanted those who said yes or maybe. */
export const remindEvents: JobDeclaration = {
  name: 'communication.event-remind',
  title: 'Remind families of tomorrow’s events',
  schedule: '0 10 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 8 * 3600,
  timeoutS: 600,
  run: async (tools) => {
    const tomorrow = addDays(todayIst(tools.now), 1);
    const due = await tools.work(null, async (db) => {
      const { rows } = await sql<{ franchiseeId: number; id: string }>`
        select v.franchisee_id as "franchiseeId", v.id from event_date d
          join event v on v.franchisee_id = d.franchisee_id and v.id = d.event_id
         where d.on_date = ${tomorrow} and d.cancelled_reason is null and v.status = 'PUBLISHED' and v.people <> 'STAFF'
         order by v.franchisee_id, v.id limit ${AT_ONCE}`.execute(db);
      return rows;
    });
    let ok = 0;
    for (const { franchiseeId, id } of due)
      ok += await tools.work(franchiseeId, async (db) => {
        const event = await db
          .selectFrom('event')
          .selectAll()
          .where('franchisee_id', '=', franchiseeId)
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        // The calendar may have closed the day since the event was saved.
        const drops = event.closed_days === 'DROP' && event.repeat !== 'NONE';
        if (drops && !(await dayKind(db, { franchiseeId }, tomorrow)).works) return 0;
        const studentIds =
          event.answers === 'NONE'
            ? (
                await sql<{ id: string }>`select distinct s.id ${invitedChildren(event)}`.execute(db)
              ).rows.map((row) => row.id)
            : (await expecting(db, event, tomorrow))
                .filter(({ onDate }) => onDate === tomorrow)
                .flatMap((one) => one.studentIds);
        if (studentIds.length === 0) return 0;
        const queued = await queueMessage(db, {
          kind: 'communication.event-remind',
          franchiseeId,
          about: { studentIds },
          values: { title: event.title, when: whenOf(event) },
          dedupeKey: `${id}:${tomorrow}`,
          source: sourceOf(id),
        });
        return queued ? 1 : 0;
      });
    return { ok, failed: 0 };
  },
};
