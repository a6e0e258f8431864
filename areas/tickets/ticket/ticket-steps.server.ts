// What moves a ticket without a message: owner, priority, department, hold, merge, and the centre's last word.
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { chooseOwner } from '../assignment/choose-owner.server.ts';
import { matchMatrix } from '../matrix/match-matrix.server.ts';
import { priorityLabels } from '../ticket-words.ts';
import { refuseTickets } from '../tickets.refusals.ts';
import { priorityOf } from './raise-ticket.server.ts';
import { ticketContract as contract } from './ticket.contract.ts';
import { isDone, ticketKinds, ticketLabels } from './ticket.states.ts';
import { lockTicket } from './ticket-messages.server.ts';
import { agentsOf } from './ticket-view.server.ts';
import { kindOf, stepTo, type Ticket, writeStep } from './write-step.server.ts';

const LONGEST_HOLD_DAYS = 30;
const REOPEN_MS = 168 * 3_600_000;

const by = (actor: Actor, now: Date) => ({ now, by: userIdOf(actor), kind: kindOf(actor) });

const wrongState = (ticket: Ticket) =>
  refuseTickets('ticket.wrong-state', { details: { status: ticketLabels[ticket.status].toLowerCase() } });
const ensureOpen = (ticket: Ticket): void => ensure(!isDone(ticket.status), () => wrongState(ticket));

export const takeTicket = handle(contract.take, async ({ db, actor, input, version, now }) => {
  const ticket = await lockTicket(db, actor, input.id, version);
  await writeStep(db, {
    ticket,
    action: 'take',
    ...by(actor, now),
    to: stepTo(ticket.status, 'take'),
    set: { owner_id: userIdOf(actor) },
  });
  return {};
});

/** In one order, so that two such changes do not wait for each other. */
const inOrder = (ids: readonly string[]) => [...new Set(ids)].sort();

export const assignTickets = handle(contract.assign, async ({ db, actor, input, now }) => {
  const owner = (await agentsOf(db)).find(({ id }) => id === input.ownerId);
  ensure(owner, () =>
    refuse('input.invalid', { fields: { ownerId: 'Choose somebody who works on tickets' } }),
  );
  for (const id of inOrder(input.ids)) {
    const ticket = await lockTicket(db, actor, id);
    ensureOpen(ticket);
    if (!input.outside) await ensureMember(db, ticket, owner);
    const to =
      ticket.status === 'NEW' || ticket.status === 'REOPENED' ? stepTo(ticket.status, 'take') : ticket.status;
    await writeStep(db, {
      ticket,
      action: 'assign',
      ...by(actor, now),
      to,
      detail: owner.name,
      set: { owner_id: owner.id },
    });
  }
  return { changed: new Set(input.ids).size };
});

async function ensureMember(db: Db, ticket: Ticket, owner: { id: string; name: string }): Promise<void> {
  const group = ensureFound(
    await db
      .selectFrom('ticket_group as g')
      .leftJoin('ticket_group_member as x', (join) =>
        join.onRef('x.group_id', '=', 'g.id').on('x.user_id', '=', owner.id),
      )
      .select(['g.name', 'x.user_id as member'])
      .where('g.id', '=', ticket.owner_group_id)
      .executeTakeFirst(),
  );
  ensure(group.member, () =>
    refuseTickets('ticket.not-in-group', { details: { who: owner.name, group: group.name } }),
  );
}

/** Targets of other values, by the matrix as it stood when the ticket was raised. */
async function targetsOf(
  db: Db,
  ticket: Ticket,
  changed: Partial<Pick<Ticket, 'department' | 'category_id' | 'priority'>>,
) {
  const next = { ...ticket, ...changed };
  const target = await matchMatrix(
    db,
    {
      department: next.department,
      categoryId: next.category_id,
      priority: next.priority,
      zoneId: ticket.zone_id,
    },
    new Date(ticket.raised_at),
  );
  return {
    owner_group_id: target.ownerGroupId,
    row_id: target.rowId,
    row_version: target.rowVersion,
    response_min: target.responseMin,
    resolution_min: target.resolutionMin,
    calendar_id: target.calendarId,
  };
}

export const setPriority = handle(contract.setPriority, async ({ db, actor, input, now }) => {
  const { priority } = input;
  for (const id of inOrder(input.ids)) {
    const ticket = await lockTicket(db, actor, id);
    ensureOpen(ticket);
    const { owner_group_id: _, ...targets } = await targetsOf(db, ticket, { priority });
    await writeStep(db, {
      ticket,
      action: 'priority',
      ...by(actor, now),
      reason: input.reason,
      detail: `${priorityLabels[ticket.priority]} → ${priorityLabels[priority]}`,
      set: { priority, ...targets },
    });
  }
  return { changed: new Set(input.ids).size };
});

export const recategorise = handle(contract.recategorise, async ({ db, actor, input, version, now }) => {
  const ticket = await lockTicket(db, actor, input.id, version);
  ensureOpen(ticket);
  const { department, categoryId } = input;
  // The agent has set the priority; a category is checked, and raises nothing now.
  await priorityOf(db, { department, categoryId, priority: ticket.priority });
  const changed = { department, category_id: categoryId ?? null };
  const targets = await targetsOf(db, ticket, changed);
  const moved = targets.owner_group_id !== ticket.owner_group_id;
  await writeStep(db, {
    ticket,
    action: 'recategorise',
    ...by(actor, now),
    reason: input.reason,
    detail: ticket.department === department ? null : `${ticket.department} → ${department}`,
    set: {
      ...changed,
      ...targets,
      ...(moved ? { owner_id: await chooseOwner(db, targets.owner_group_id) } : {}),
    },
  });
  return {};
});

export const holdTicket = handle(contract.hold, async ({ db, actor, input, version, now }) => {
  const ticket = await lockTicket(db, actor, input.id, version);
  const to = stepTo(ticket.status, 'hold');
  ensure(ticket.first_response_at, () => refuseTickets('ticket.no-answer-yet'));
  const today = todayIst(now);
  ensure(input.resumeOn > today && input.resumeOn <= addDays(today, LONGEST_HOLD_DAYS), () =>
    refuse('input.invalid', { fields: { resumeOn: `Within ${LONGEST_HOLD_DAYS} days, from tomorrow on` } }),
  );
  await writeStep(db, {
    ticket,
    action: 'hold',
    ...by(actor, now),
    to,
    reason: input.reason,
    set: { resume_on: input.resumeOn },
  });
  return {};
});

export const resumeTicket = handle(contract.resume, async ({ db, actor, input, version, now }) => {
  const ticket = await lockTicket(db, actor, input.id, version);
  await writeStep(db, { ticket, action: 'resume', ...by(actor, now), to: stepTo(ticket.status, 'resume') });
  return {};
});

export const mergeTicket = handle(contract.merge, async ({ db, actor, input, version, now }) => {
  const ticket = await lockTicket(db, actor, input.id, version);
  const to = stepTo(ticket.status, 'merge');
  const found = await db
    .selectFrom('ticket')
    .select('id')
    .where('franchisee_id', '=', ticket.franchisee_id)
    .where('ticket_no', '=', input.intoNo.trim().toUpperCase())
    .executeTakeFirst();
  ensure(found && found.id !== ticket.id, () =>
    refuse('input.invalid', { fields: { intoNo: 'No other ticket of this centre has this number' } }),
  );
  const into = await lockTicket(db, actor, found.id);
  ensureOpen(into);
  const has = await db
    .selectFrom('ticket')
    .select('id')
    .where('franchisee_id', '=', ticket.franchisee_id)
    .where('merged_into', '=', ticket.id)
    .executeTakeFirst();
  ensure(!has && into.merged_into === null, () => refuseTickets('ticket.merge-chain'));
  await writeStep(db, {
    ticket,
    action: 'merge',
    ...by(actor, now),
    to,
    detail: `into ${into.ticket_no}`,
    set: { merged_into: into.id, closed_at: now },
  });
  if (ticket.raised_by && ticket.raised_by !== into.raised_by) await watch(db, into, ticket.raised_by);
  return {};
});

export const confirmTicket = handle(contract.confirm, async ({ db, actor, input, version, now }) => {
  const ticket = await lockTicket(db, actor, input.id, version);
  const mine = ticket.raised_by === actor.userId;
  ensure(mine || kindOf(actor) === ticketKinds.TICKET_FRANCHISEE, () => refuseTickets('ticket.not-raiser'));
  await writeStep(db, {
    ticket,
    action: 'confirm',
    ...by(actor, now),
    to: stepTo(ticket.status, 'confirm'),
    set: {
      closed_at: now,
      ...(input.stars && mine && ticket.csat === null ? { csat: Number(input.stars) } : {}),
    },
  });
  return {};
});

export const rateTicket = handle(contract.rate, async ({ db, actor, input }) => {
  const ticket = await lockTicket(db, actor, input.id);
  ensure(ticket.raised_by === actor.userId, () => refuseTickets('ticket.not-raiser'));
  ensure(isDone(ticket.status), () => wrongState(ticket));
  ensure(ticket.csat === null, () => refuseTickets('ticket.rate-once'));
  await db
    .updateTable('ticket')
    .set({ csat: Number(input.stars) })
    .where('franchisee_id', '=', ticket.franchisee_id)
    .where('id', '=', ticket.id)
    .execute();
  return {};
});

export const reopenTicket = handle(contract.reopen, async ({ db, actor, input, version, now }) => {
  const ticket = await lockTicket(db, actor, input.id, version);
  const to = stepTo(ticket.status, 'reopen');
  ensure(ticket.merged_into === null && ticket.resolved_at !== null, () => wrongState(ticket));
  ensure(now.getTime() - new Date(ticket.resolved_at).getTime() <= REOPEN_MS, () =>
    refuseTickets('ticket.reopen-too-late'),
  );
  await writeStep(db, {
    ticket,
    action: 'reopen',
    ...by(actor, now),
    to,
    reason: input.reason,
    set: { resolved_at: null, closed_at: null, reopened_n: ticket.reopened_n + 1 },
  });
  return {};
});

export const withdrawTicket = handle(contract.withdraw, async ({ db, actor, input, version, now }) => {
  const ticket = await lockTicket(db, actor, input.id, version);
  ensure(ticket.raised_by === actor.userId, () => refuseTickets('ticket.not-raiser'));
  await writeStep(db, {
    ticket,
    action: 'withdraw',
    ...by(actor, now),
    to: stepTo(ticket.status, 'withdraw'),
    set: { closed_at: now },
  });
  return {};
});

const watch = (db: Db, ticket: Ticket, userId: string) =>
  db
    .insertInto('ticket_watcher')
    .values({ franchisee_id: ticket.franchisee_id, ticket_id: ticket.id, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const watchTicket = handle(contract.watch, async ({ db, actor, input }) => {
  const ticket = await lockTicket(db, actor, input.id);
  if (input.watch) await watch(db, ticket, userIdOf(actor));
  else
    await db
      .deleteFrom('ticket_watcher')
      .where('franchisee_id', '=', ticket.franchisee_id)
      .where('ticket_id', '=', ticket.id)
      .where('user_id', '=', userIdOf(actor))
      .execute();
  return {};
});
