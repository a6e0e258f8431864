// Every change of a ticket goes through here: one entry of its log, and what lists show of its clocks.
import { nextState } from '@aangan/contract/states.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { calendarsOf } from '@aangan/server/work/working-calendar.ts';
import { sql, type Updateable } from 'kysely';
import type { DB } from '../../../db/types.ts';
import { planEvents } from '../escalation/sla-events.server.ts';
import { tellStep } from '../escalation/tell-step.server.ts';
import { ticketsModules as m } from '../modules.ts';
import { refuseTickets } from '../tickets.refusals.ts';
import { clocksOf, type LogEntry, type SlaInput } from './sla.ts';
import {
  type TicketKind,
  type TicketStatus,
  ticketKinds,
  ticketLabels,
  ticketStates,
} from './ticket.states.ts';

export type Ticket = RowIn<'ticket'>;

export interface Step {
  readonly ticket: Ticket;
  /** As history tells it: a key of `actionWords`. */
  readonly action: string;
  readonly now: Date;
  readonly by: string | null;
  readonly kind: TicketKind;
  readonly to?: TicketStatus;
  readonly reason?: string | null;
  /** What changed, in words. */
  readonly detail?: string | null;
  /** A public word to the centre by head office: ends the clock of the first answer. */
  readonly answers?: boolean;
  readonly set?: Updateable<DB['ticket']>;
}

/** Who works the queue is head office; everybody else is the centre (areas/tickets.md 1, decision 3). */
export const kindOf = (actor: Actor): TicketKind =>
  holds(actor, m.TicketingAdmin, true) ? ticketKinds.TICKET_ADMIN : ticketKinds.TICKET_FRANCHISEE;

/** The status an action leads to; refuses what the table of states does not have, naming the status. */
export function stepTo(status: TicketStatus, action: string): TicketStatus {
  const to = nextState(ticketStates, status, action);
  ensure(to, () =>
    refuseTickets('ticket.wrong-state', { details: { status: ticketLabels[status].toLowerCase() } }),
  );
  return to;
}

/** Writes a step of a locked ticket; answers the number of its log entry. */
export async function writeStep(db: Db, step: Step): Promise<number> {
  const { ticket, now } = step;
  const to = step.to ?? ticket.status;
  const set: Updateable<DB['ticket']> = { ...step.set };
  if (step.answers && ticket.first_response_at === null) set.first_response_at = now;
  const calendarId = set.calendar_id ?? ticket.calendar_id;
  const { rows } = await sql<{ seq: number }>`
    insert into ticket_log (franchisee_id, ticket_id, seq, at, action, from_status, to_status, calendar_id, by_user, kind, reason, detail)
    select ${ticket.franchisee_id}, ${ticket.id}, 1 + coalesce(max(seq), 0), ${now}, ${step.action}, ${ticket.status}, ${to}, ${calendarId}::int, ${step.by}::uuid,
      ${step.kind}, ${step.reason ?? null}, ${step.detail ?? null} from ticket_log where franchisee_id = ${ticket.franchisee_id} and ticket_id = ${ticket.id} returning seq`.execute(
    db,
  );
  const waits = to === 'WAITING_ON_CENTRE';
  const changed = {
    ...set,
    status: to,
    waiting_since: waits ? (ticket.waiting_since ?? now) : null,
    reminded: waits ? (set.reminded ?? ticket.reminded) : null,
    ...(to === 'ON_HOLD' ? {} : { resume_on: null }),
  };
  const input = await slaInput(db, { ...ticket, ...changed } as Ticket);
  const { response, resolution } = clocksOf(input, now);
  const written = await db
    .updateTable('ticket')
    .set({
      ...changed,
      response_due_at: response.dueAt,
      resolution_due_at: resolution.dueAt,
      sla_state: response.state === 'BREACHED' ? 'BREACHED' : resolution.state,
    })
    .where('franchisee_id', '=', ticket.franchisee_id)
    .where('id', '=', ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { seq } = ensureFound(rows[0]);
  await planEvents(db, written, input, now);
  await tellStep(db, { before: ticket, ticket: written, action: step.action, seq, by: step.by });
  return seq;
}

/** What the clocks of a ticket are computed from. */
export async function slaInput(db: Db, ticket: Ticket): Promise<SlaInput> {
  const { rows: log } = await sql<LogEntry>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, to_status as "to", calendar_id as "calendarId" from ticket_log
     where franchisee_id = ${ticket.franchisee_id} and ticket_id = ${ticket.id} order by seq`.execute(db);
  return {
    log,
    calendars: await calendarsOf(
      db,
      log.map(({ calendarId }) => calendarId),
    ),
    responseMin: ticket.response_min,
    resolutionMin: ticket.resolution_min,
    firstResponseAt: ticket.first_response_at,
  };
}

export interface NewMessage {
  readonly id: string;
  readonly body: string;
  readonly public: boolean;
}

/** A message of the conversation beside its log entry. */
export async function writeMessage(db: Db, step: Step, message: NewMessage): Promise<void> {
  const set = message.public ? { ...step.set, last_message_kind: step.kind } : step.set;
  const seq = await writeStep(db, { ...step, ...(set && { set }) });
  await db
    .insertInto('ticket_message')
    .values({
      franchisee_id: step.ticket.franchisee_id,
      id: message.id,
      ticket_id: step.ticket.id,
      seq,
      at: step.now,
      by_user: step.by,
      kind: step.kind,
      public: message.public,
      body: message.body,
    })
    .execute();
}
