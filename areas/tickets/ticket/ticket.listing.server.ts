import { nextState } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay, personName } from '@aangan/server/sql.ts';
import { type Actor, holds, mayCall } from '@aangan/server/work/actor.ts';
import { type RawBuilder, sql } from 'kysely';
import { ticketsModules as m } from '../modules.ts';
import { ticketContract as contract } from './ticket.contract.ts';
import { tickets } from './ticket.listing.ts';
import { isDone, slugLabels, slugOf, type TicketSlug, ticketStates } from './ticket.states.ts';

const open = sql`t.status not in ('RESOLVED', 'CLOSED')`;
const late = sql<boolean>`(${open} and (t.sla_state = 'BREACHED' or coalesce(least(t.response_due_at, t.resolution_due_at) < now(), false)))`;
const status = (value: string) => sql<boolean>`t.status = ${value}`;

/** What each tab holds. */
const viewOf = (slug: TicketSlug, actor: Pick<Actor, 'userId'>): RawBuilder<boolean> =>
  ({
    open: sql<boolean>`${open}`,
    new: status('NEW'),
    waiting: status('WAITING_ON_CENTRE'),
    'on-hold': status('ON_HOLD'),
    reopened: status('REOPENED'),
    resolved: status('RESOLVED'),
    closed: status('CLOSED'),
    breached: late,
    mine: sql<boolean>`(${open} and (t.owner_id = ${actor.userId}::uuid or t.raised_by = ${actor.userId}::uuid))`,
    unassigned: sql<boolean>`(${open} and t.owner_id is null)`,
    all: sql<boolean>`true`,
  })[slug];

/** Head office without the queue follows what it raised; a centre follows all of its own. */
export const visible = (actor: Actor): RawBuilder<boolean> =>
  !actor.wholeNetwork || holds(actor, m.TicketingAdmin, false)
    ? sql<boolean>`true`
    : sql<boolean>`(t.raised_by = ${actor.userId}::uuid or exists (select from ticket_watcher w where w.franchisee_id = t.franchisee_id and w.ticket_id = t.id and w.user_id = ${actor.userId}::uuid))`;

export const ticketListing = serveListing(tickets, {
  from: sql`ticket t join franchisee f on f.id = t.franchisee_id`,
  alias: 't',
  joins: sql`join ticket_group g on g.id = t.owner_group_id left join ticket_category c on c.id = t.category_id left join ticket_category cp on cp.id = c.parent_id
    left join app_user o on o.id = t.owner_id left join app_user r on r.id = t.raised_by`,
  only: visible,
  columns: {
    ticketNo: 't.ticket_no',
    subject: 't.subject',
    centre: 'f.company_name',
    department: 't.department',
    category: sql`nullif(concat_ws(' › ', cp.name, c.name), '')`,
    priority: 't.priority',
    status: 't.status',
    ownerName: personName('o'),
    groupName: 'g.name',
    dueAt: sql`least(t.response_due_at, t.resolution_due_at)`,
    slaState: sql`case when ${late} then 'BREACHED' else t.sla_state end`,
    lastBy: 't.last_message_kind',
    raisedAt: 't.raised_at',
    raiserName: personName('r'),
    firstResponseAt: 't.first_response_at',
    resolvedAt: 't.resolved_at',
    responseDueAt: 't.response_due_at',
    resolutionDueAt: 't.resolution_due_at',
    responseMin: 't.response_min',
    resolutionMin: 't.resolution_min',
    reopened: 't.reopened_n',
    csat: 't.csat',
    source: 't.source',
    categoryId: 't.category_id',
    ownerId: 't.owner_id',
    ownerGroupId: 't.owner_group_id',
    raisedBy: 't.raised_by',
    zoneId: 't.zone_id',
    raisedOn: istDay('t.raised_at'),
    dueOn: istDay(sql`least(t.response_due_at, t.resolution_due_at)`),
    late,
    view: sql`case t.status when 'OPEN' then null when 'WAITING_ON_CENTRE' then 'waiting' else replace(lower(t.status), '_', '-') end`,
    mergedInto: 't.merged_into',
  },
  where: {
    view: (slug: string, { actor }) => viewOf(slugOf(slug), actor),
    franchiseeId: (id: number | readonly number[]) =>
      sql<boolean>`t.franchisee_id = any (${[id].flat()}::int[])`,
  },
  can: (row, actor) => {
    const works = mayCall(actor, contract.take);
    const writes = mayCall(actor, contract.reply);
    const has = (action: string) => nextState(ticketStates, row.status, action) !== null;
    const openNow = !isDone(row.status);
    const raiser = row.raisedBy === actor.userId;
    return {
      take: works && has('take') && row.ownerId !== actor.userId,
      assign: works && openNow,
      priority: works && openNow,
      recategorise: works && openNow,
      reply: writes && openNow,
      note: works,
      ask: works && has('ask'),
      hold: works && has('hold') && row.firstResponseAt !== null,
      resume: works && has('resume'),
      resolve: works && has('resolve'),
      merge: works && has('merge'),
      confirm: writes && has('confirm') && (raiser || !works),
      rate: writes && isDone(row.status) && raiser && row.csat === null,
      reopen: writes && has('reopen') && row.mergedInto === null,
      withdraw: writes && has('withdraw') && raiser,
    };
  },
});
export const { handlers } = ticketListing;

export const ticketTabs = handle(contract.tabs, async ({ db, actor }) => {
  const counted = (Object.keys(slugLabels) as TicketSlug[]).map(
    (slug) => sql`count(*) filter (where ${viewOf(slug, actor)})::int as ${sql.id(slug)}`,
  );
  const { rows } = await sql<
    Record<string, number>
  >`select ${sql.join(counted)} ${await ticketListing.rowsOf({ db, actor }, {})}`.execute(db);
  return { counts: rows[0] ?? {} };
});
