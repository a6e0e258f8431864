// Escalation (areas/tickets.md 3.3): at 75 % the owner is warned, at 100 % the second level and the lead hear of it, at
// 150 % the third. Each once for a clock and cycle, however many schedulers run and however late they are.
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type ClockName, type EventPct, eventsOf, hasRun } from '../ticket/sla.ts';
import { ticketKinds } from '../ticket/ticket.states.ts';
import { slaInput, type Ticket, writeStep } from '../ticket/write-step.server.ts';
import { planEvents } from './sla-events.server.ts';
import { leadOf, tell } from './tell-step.server.ts';

const AT_ONCE = 500;

interface Due {
  readonly franchiseeId: number;
  readonly ticketId: string;
  readonly id: string;
}

export const slaFireJob: JobDeclaration = {
  name: 'tickets.sla-fire',
  title: 'Warn of tickets that are nearly due or late',
  schedule: '*/20 * * * * *',
  onMiss: 'SKIP',
  maxLateS: 60,
  timeoutS: 300,
  run: async ({ work, now }) => {
    const due = await work(null, async (db) => {
      const { rows } = await sql<Due>`
        select franchisee_id as "franchiseeId", ticket_id as "ticketId", id from sla_event
         where fired_at is null and due_at <= ${now} order by due_at, id limit ${AT_ONCE}`.execute(db);
      return rows;
    });
    return eachPart(
      due,
      ({ ticketId }) => `ticket ${ticketId}`,
      (event) => work(event.franchiseeId, (db) => fireEvent(db, event, now)),
    );
  },
};

/** The ticket before its event, as every step does. Whoever comes second finds it locked or told. */
async function fireEvent(db: Db, due: Due, now: Date): Promise<number> {
  const { rows: tickets } = await sql<Ticket>`
    select * from ticket where franchisee_id = ${due.franchiseeId} and id = ${due.ticketId} for update skip locked`.execute(
    db,
  );
  const [ticket] = tickets;
  // Before the event is locked: the one who has the ticket would skip it, and nobody told.
  if (!ticket) return 0;
  const { rows: events } = await sql<{ clock: ClockName; pct: EventPct; cycle: number }>`
    select clock, pct, cycle from sla_event where franchisee_id = ${due.franchiseeId} and id = ${due.id} and fired_at is null for update skip locked`.execute(
    db,
  );
  const [event] = events;
  if (!event) return 0;
  const input = await slaInput(db, ticket);
  const planned = eventsOf(input).find(({ clock, pct }) => clock === event.clock && pct === event.pct);
  // Never on what was written down: the clock itself is asked again.
  if (event.cycle !== ticket.reopened_n || !planned?.dueAt || !hasRun(input, event.clock, event.pct, now)) {
    await planEvents(db, ticket, input, now);
    return 0;
  }
  await sql`update sla_event set fired_at = ${now} where franchisee_id = ${due.franchiseeId} and id = ${due.id}`.execute(
    db,
  );
  await escalate(db, ticket, event, now);
  return 1;
}

const steps: Readonly<Record<EventPct, { action: string; kind: string; title: string }>> = {
  75: { action: 'warn', kind: 'ticket.warn', title: 'Nearly due' },
  100: { action: 'breach', kind: 'ticket.breach', title: 'Late' },
  150: { action: 'top', kind: 'ticket.top', title: 'Very late' },
};
const clockWords: Readonly<Record<ClockName, string>> = {
  RESPONSE: 'First answer',
  RESOLUTION: 'Resolution',
};

async function escalate(
  db: Db,
  ticket: Ticket,
  { clock, pct }: { clock: ClockName; pct: EventPct },
  now: Date,
): Promise<void> {
  const { action, kind, title } = steps[pct];
  const levels = await levelsOf(db, ticket);
  const lead = await leadOf(db, ticket);
  const owner = ticket.owner_id ?? levels.l1 ?? lead;
  const to = { 75: [owner], 100: [owner, levels.l2, lead], 150: [levels.l3 ?? lead] }[pct];
  const seq = await writeStep(db, {
    ticket,
    action,
    now,
    by: null,
    kind: ticketKinds.SYSTEM,
    detail: clockWords[clock],
  });
  await tell(db, to, { ticket, seq, kind, title, body: `${clockWords[clock]} at ${pct} % of its time.` });
  if (pct === 100 && levels.l2)
    await db
      .insertInto('ticket_watcher')
      .values({ franchisee_id: ticket.franchisee_id, ticket_id: ticket.id, user_id: levels.l2 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

interface Levels {
  readonly l1: string | null;
  readonly l2: string | null;
  readonly l3: string | null;
}

/** Of the matrix as it stood when the ticket was raised; whoever has left is passed over. */
async function levelsOf(db: Db, ticket: Ticket): Promise<Levels> {
  const { rows } = await sql<Levels>`
    select a.id as l1, b.id as l2, c.id as l3 from ticket_matrix_version v
      left join app_user a on a.id = v.l1_user and a.state = 'ACTIVE' left join app_user b on b.id = v.l2_user and b.state = 'ACTIVE'
      left join app_user c on c.id = v.l3_user and c.state = 'ACTIVE'
     where v.matrix_id = ${ticket.row_id} and v.n = ${ticket.row_version}`.execute(db);
  return rows[0] ?? { l1: null, l2: null, l3: null };
}
