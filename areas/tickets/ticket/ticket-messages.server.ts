// Raising a ticket, and what is written on it.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { countTry } from '@aangan/server/endpoint/rate-limit.ts';
import { useFile } from '@aangan/server/files/files.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ticketsModules as m } from '../modules.ts';
import { refuseTickets } from '../tickets.refusals.ts';
import { raiseTicket } from './raise-ticket.server.ts';
import { ticketContract as contract } from './ticket.contract.ts';
import { isDone, type TicketStatus, ticketKinds, ticketLabels } from './ticket.states.ts';
import { entityOf } from './ticket-subject.server.ts';
import { kindOf, stepTo, type Ticket, writeMessage } from './write-step.server.ts';

const PER_HOUR = 20;
const ACCEPT = ['jpg', 'png', 'pdf', 'mp4', 'xlsx'];
const MAX_BYTES = 25 * 1024 * 1024;

/** The locked ticket; 404 for head office that neither works the queue nor raised or follows it. */
export async function lockTicket(db: Db, actor: Actor, id: string, version?: number): Promise<Ticket> {
  const ticket = await lockRow(db, 'ticket', id, version);
  if (!actor.wholeNetwork || holds(actor, m.TicketingAdmin, false) || ticket.raised_by === actor.userId)
    return ticket;
  const watcher = await db
    .selectFrom('ticket_watcher')
    .select('user_id')
    .where('franchisee_id', '=', ticket.franchisee_id)
    .where('ticket_id', '=', ticket.id)
    .where('user_id', '=', userIdOf(actor))
    .executeTakeFirst();
  ensure(watcher, () => refuse('row.not-found'));
  return ticket;
}

async function attach(
  db: Db,
  at: { franchiseeId: number; kind: string; id: string },
  fileIds: readonly string[] | null | undefined,
) {
  for (const fileId of fileIds ?? [])
    await useFile(db, {
      franchiseeId: at.franchiseeId,
      fileId,
      area: 'tickets',
      subjectKind: at.kind,
      subjectId: at.id,
      accept: ACCEPT,
      maxBytes: MAX_BYTES,
    });
}

export const createTicket = handle(contract.create, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  // The form keeps its id: what waited on a phone and comes again is the same ticket.
  const known = await db
    .selectFrom('ticket')
    .select(['id', 'ticket_no'])
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  if (known) return { id: known.id, ticketNo: known.ticket_no };
  const tries = await countTry(db, `ticket:${franchiseeId}`, 3600);
  ensure(tries <= PER_HOUR, () => refuse('rate.limited', { details: { seconds: 3600 }, retryAfter: 3600 }));
  if (input.followsId) await lockTicket(db, actor, input.followsId);
  const entity = input.entity ? await entityOf(db, actor, input.entity) : null;
  const made = await raiseTicket(db, {
    ...input,
    entity,
    franchiseeId,
    source: 'SCREEN',
    by: userIdOf(actor),
    kind: kindOf(actor),
    now,
  });
  await attach(db, { franchiseeId, kind: 'TICKET', id: made.id }, input.fileIds);
  return made;
});

const ensureOpen = (ticket: Ticket): void =>
  ensure(!isDone(ticket.status), () =>
    refuseTickets('ticket.wrong-state', { details: { status: ticketLabels[ticket.status].toLowerCase() } }),
  );

/** Refuses a message whose writer has not seen what another person wrote last. */
async function ensureSeen(db: Db, ticket: Ticket, actor: Actor, seenSeq: number): Promise<void> {
  const { rows } = await sql<{ who: string | null }>`
    select ${personName('u')} as who from ticket_message g left join app_user u on u.id = g.by_user
     where g.franchisee_id = ${ticket.franchisee_id} and g.ticket_id = ${ticket.id} and g.public and g.seq > ${seenSeq}
       and g.by_user is distinct from ${actor.userId}::uuid order by g.seq desc limit 1`.execute(db);
  const [newer] = rows;
  if (newer) throw refuseTickets('ticket.newer-message', { details: { who: newer.who ?? 'Somebody' } });
}

interface Written {
  readonly id: string;
  readonly messageId: string;
  readonly body: string;
  readonly seenSeq?: number;
  readonly fileIds?: readonly string[] | null | undefined;
}

interface Writing {
  readonly action: string;
  readonly public: boolean;
  to(ticket: Ticket): TicketStatus;
  set?(now: Date): { resolved_at: Date };
}

async function write(
  at: { db: Db; actor: Actor; now: Date },
  input: Written,
  how: Writing,
): Promise<Record<string, never>> {
  const { db, actor, now } = at;
  const ticket = await lockTicket(db, actor, input.id);
  const kind = kindOf(actor);
  const to = how.to(ticket);
  // The same message again: a lost answer.
  const sent = await db
    .selectFrom('ticket_message')
    .select('id')
    .where('franchisee_id', '=', ticket.franchisee_id)
    .where('id', '=', input.messageId)
    .executeTakeFirst();
  if (sent) return {};
  if (input.seenSeq !== undefined) await ensureSeen(db, ticket, actor, input.seenSeq);
  const set = how.set?.(now);
  await writeMessage(
    db,
    {
      ticket,
      action: how.action,
      now,
      by: userIdOf(actor),
      kind,
      to,
      answers: how.public && kind === ticketKinds.TICKET_ADMIN,
      ...(set && { set }),
    },
    { id: input.messageId, body: input.body, public: how.public },
  );
  await attach(
    db,
    { franchiseeId: ticket.franchisee_id, kind: 'TICKET_MESSAGE', id: input.messageId },
    input.fileIds,
  );
  return {};
}

export const reply = handle(contract.reply, ({ db, actor, input, now }) => {
  const agent = kindOf(actor) === ticketKinds.TICKET_ADMIN;
  return write({ db, actor, now }, input, {
    action: agent ? 'answer' : 'reply',
    public: true,
    to: (ticket) => {
      ensureOpen(ticket);
      if (agent) return stepTo(ticket.status, 'answer');
      return ticket.status === 'WAITING_ON_CENTRE' ? stepTo(ticket.status, 'centre') : ticket.status;
    },
  });
});

export const note = handle(contract.note, ({ db, actor, input, now }) =>
  write({ db, actor, now }, input, { action: 'note', public: false, to: (ticket) => ticket.status }),
);

export const askCentre = handle(contract.ask, ({ db, actor, input, now }) =>
  write({ db, actor, now }, input, {
    action: 'ask',
    public: true,
    to: (ticket) => stepTo(ticket.status, 'ask'),
  }),
);

export const resolveTicket = handle(contract.resolve, ({ db, actor, input, now }) =>
  write({ db, actor, now }, input, {
    action: 'resolve',
    public: true,
    to: (ticket) => stepTo(ticket.status, 'resolve'),
    set: (at) => ({ resolved_at: at }),
  }),
);
