// What will have to be told about a ticket's clocks: rows that every step writes anew, and that one job fires.
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { eventsOf, type SlaInput } from '../ticket/sla.ts';

type Ticket = RowIn<'ticket'>;

type Of = Pick<Ticket, 'franchisee_id' | 'id' | 'reopened_n'>;

/** Brings the events of a ticket to its clocks as they stand now; what was fired stays fired. */
export async function planEvents(db: Db, ticket: Of, input: SlaInput, now: Date): Promise<void> {
  const rows = eventsOf(input).map(({ clock, pct, dueAt }) => ({
    franchisee_id: ticket.franchisee_id,
    ticket_id: ticket.id,
    clock,
    pct,
    cycle: ticket.reopened_n,
    due_at: dueAt,
    // What had passed before the ticket was resolved is not told once more when it is reopened.
    fired_at: ticket.reopened_n > 0 && dueAt !== null && dueAt <= now ? now : null,
  }));
  await db
    .insertInto('sla_event')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .constraint('sla_event_once')
        .doUpdateSet((eb) => ({ due_at: eb.ref('excluded.due_at') }))
        .where('sla_event.fired_at', 'is', null),
    )
    .execute();
}
