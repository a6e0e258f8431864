// What time alone does to a ticket: a hold that ends, a centre that stays silent, a solution nobody questions; and the
// morning's line for everybody who has tickets.
import { addDays, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { type WorkingCalendar, workingSeconds } from '@aangan/contract/working-time.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { istDay } from '@aangan/server/sql.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { calendarOf } from '@aangan/server/work/working-calendar.ts';
import { sql } from 'kysely';
import { notify } from '../../shell/public.server.ts';
import { ticketKinds } from '../ticket/ticket.states.ts';
import { slaInput, stepTo, type Ticket, writeMessage, writeStep } from '../ticket/write-step.server.ts';
import { planEvents } from './sla-events.server.ts';

const REMIND_AFTER = [5, 2] as const;
const RESOLVE_AFTER = 7;
const CLOSE_AFTER = 3;
const AT_ONCE = 1000;

/** Working days that have begun since the day of `from`. */
export function workingDaysSince(calendar: WorkingCalendar, from: Date, now: Date): number {
  let n = 0;
  for (let day = addDays(todayIst(from), 1); day <= todayIst(now); day = addDays(day, 1)) {
    const end = Math.min(startOfDay(addDays(day, 1)).getTime(), now.getTime());
    if (workingSeconds(calendar, startOfDay(day), end) > 0) n += 1;
  }
  return n;
}

export const ticketAutoJob: JobDeclaration = {
  name: 'tickets.auto',
  title: 'Resume, remind, resolve and close tickets by their day',
  schedule: '*/10 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 600,
  run: async ({ work, now }) => {
    const due = await work(null, async (db) => {
      const { rows } = await sql<{ franchiseeId: number; id: string }>`
        select t.franchisee_id as "franchiseeId", t.id from ticket t
         where (t.status = 'ON_HOLD' and t.resume_on <= ${todayIst(now)}::date) or (t.status = 'WAITING_ON_CENTRE' and t.waiting_since < ${addDays(todayIst(now), -1)}::date)
            or (t.status = 'RESOLVED' and t.resolved_at < ${addDays(todayIst(now), -2)}::date)
            or (t.status not in ('RESOLVED', 'CLOSED') and not exists (select from sla_event e where e.franchisee_id = t.franchisee_id and e.ticket_id = t.id))
         order by t.raised_at, t.id limit ${AT_ONCE}`.execute(db);
      return rows;
    });
    return eachPart(
      due,
      ({ id }) => `ticket ${id}`,
      ({ franchiseeId, id }) => work(franchiseeId, (db) => moveOn(db, { franchiseeId, id }, now)),
    );
  },
};

async function moveOn(db: Db, at: { franchiseeId: number; id: string }, now: Date): Promise<number> {
  const { rows } =
    await sql<Ticket>`select * from ticket where franchisee_id = ${at.franchiseeId} and id = ${at.id} for update skip locked`.execute(
      db,
    );
  const [ticket] = rows;
  if (!ticket) return 0;
  const step = { ticket, now, by: null, kind: ticketKinds.SYSTEM } as const;
  if (ticket.status === 'ON_HOLD' && ticket.resume_on !== null && ticket.resume_on <= todayIst(now)) {
    await writeStep(db, { ...step, action: 'resume-day', to: stepTo('ON_HOLD', 'resume') });
    return 1;
  }
  const calendar = await calendarOf(db, ticket.calendar_id);
  if (ticket.status === 'WAITING_ON_CENTRE' && ticket.waiting_since !== null)
    return afterSilence(db, ticket, workingDaysSince(calendar, new Date(ticket.waiting_since), now), now);
  if (ticket.status === 'RESOLVED' && ticket.resolved_at !== null) {
    if (workingDaysSince(calendar, new Date(ticket.resolved_at), now) < CLOSE_AFTER) return 0;
    await writeStep(db, {
      ...step,
      action: 'close',
      to: stepTo('RESOLVED', 'confirm'),
      set: { closed_at: now },
    });
    return 1;
  }
  // Raised before escalation was there.
  await planEvents(db, ticket, await slaInput(db, ticket), now);
  return 1;
}

async function afterSilence(db: Db, ticket: Ticket, days: number, now: Date): Promise<number> {
  const step = { ticket, now, by: null, kind: ticketKinds.SYSTEM } as const;
  if (days >= RESOLVE_AFTER) {
    await writeMessage(
      db,
      {
        ...step,
        action: 'silence',
        to: stepTo(ticket.status, 'resolve'),
        set: { resolved_at: now },
      },
      { id: crypto.randomUUID(), body: 'No answer from the centre', public: true },
    );
    return 1;
  }
  const reached = REMIND_AFTER.find((one) => days >= one);
  if (reached === undefined || (ticket.reminded ?? 0) >= reached) return 0;
  await writeStep(db, {
    ...step,
    action: 'remind',
    detail: `${reached} working days without an answer`,
    set: { reminded: reached },
  });
  return 1;
}

export const ticketDigestJob: JobDeclaration = {
  name: 'tickets.digest',
  title: 'Tell everybody of their tickets of the day',
  schedule: '0 8 * * 1-6',
  onMiss: 'RUN_ONCE',
  maxLateS: 7200,
  timeoutS: 300,
  run: async ({ work, now }) => {
    const today = todayIst(now);
    const next = sql`least(response_due_at, resolution_due_at)`;
    return work(null, async (db) => {
      const { rows } = await sql<{ ownerId: string; due: number; late: number }>`
        select owner_id as "ownerId", (count(*) filter (where ${istDay(next)} = ${today}::date and ${next} >= ${now}))::int as due,
          (count(*) filter (where ${next} < ${now}))::int as late
          from ticket where owner_id is not null and status in ('NEW', 'OPEN', 'REOPENED') group by 1 order by 1`.execute(
        db,
      );
      const told = rows.filter(({ due, late }) => due + late > 0);
      for (const { ownerId, due, late } of told)
        await notify(db, {
          userId: ownerId,
          kind: 'ticket.digest',
          title: `Your tickets: ${due} due today, ${late} late`,
          link: '/ticketing-bees/bees-ticket-list/mine',
          sourceArea: 'tickets',
          dedupeKey: `ticket:digest:${today}`,
        });
      return { ok: told.length, failed: 0 };
    });
  },
};
