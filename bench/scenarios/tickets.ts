import { tickets } from '@aangan/areas/tickets/ticket/ticket.listing.ts';
import { isDone, type TicketStatus, ticketStates } from '@aangan/areas/tickets/ticket/ticket.states.ts';
import { nextState } from '@aangan/contract/states.ts';
import type { Client } from 'pg';
import { dropIndexes, makeIndexes } from '../../db/demo/large/indexes.ts';
import { pageOf } from '../floor-page.ts';
import { ALL_CENTRES, readRequest, type Scenario } from '../scenario.ts';

/** Of the network, over five years and all centres; every fiftieth is open. */
const TICKETS = Number(process.env['BENCH_TICKETS'] ?? 20_000);

const PLANT = `
  insert into ticket (franchisee_id, id, ticket_no, subject, description, department, priority, proposed_priority, status, raised_by, raised_kind, raised_at, zone_id, owner_group_id, owner_id,
      row_id, row_version, response_min, resolution_min, calendar_id, first_response_at, resolved_at, closed_at, response_due_at, resolution_due_at, sla_state, resume_on, waiting_since, last_message_kind)
    select f.id, ('00000000-0000-4000-8004-' || lpad(to_hex(n), 12, '0'))::uuid, 'TKT/900/22-23/' || lpad(n::text, 8, '0'), 'The printer does not print ' || n, 'It was well yesterday.', v.department,
        (array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'])[1 + n % 4], 'MEDIUM', s, u.id, 'TICKET_FRANCHISEE', at, f.zone_id, v.owner_group_id, case when s <> 'NEW' then u.id end, v.matrix_id, 1, v.response_min, v.resolution_min, v.calendar_id,
        case when s <> 'NEW' then at + interval '2 hours' end, case when done then at + interval '2 days' end, case when s = 'CLOSED' then at + interval '3 days' end, case when s = 'NEW' then due - interval '1 day' end,
        case when not done and s not in ('ON_HOLD', 'WAITING_ON_CENTRE') then due end, case when done then 'MET' when s in ('ON_HOLD', 'WAITING_ON_CENTRE') then 'PAUSED' else 'ON_TIME' end,
        case when s = 'ON_HOLD' then current_date + 3 end, case when s = 'WAITING_ON_CENTRE' then now() - interval '1 day' end, 'TICKET_ADMIN'
      from generate_series(1, ${TICKETS}) n join (select *, row_number() over (order by id) - 1 as place, count(*) over () as centres from franchisee where id > 1) f on f.place = n % f.centres
      join (select matrix_id, department, owner_group_id, response_min, resolution_min, calendar_id, row_number() over (order by matrix_id) - 1 as place, count(*) over () as rows from ticket_matrix_version where n = 1 and category_id is null) v on v.place = n % v.rows,
      (select id from app_user order by id desc limit 1) u
      cross join lateral (select case when n / 7 % 50 > 0 then case when n % 10 = 0 then 'RESOLVED' else 'CLOSED' end
        else (array['NEW', 'OPEN', 'OPEN', 'OPEN', 'WAITING_ON_CENTRE', 'ON_HOLD', 'REOPENED'])[1 + n / 350 % 7] end as s) x
      cross join lateral (select s in ('RESOLVED', 'CLOSED') as done, case when n / 7 % 50 > 0 then timestamptz '2022-04-01' + n * interval '1 second' * (140000000.0 / ${TICKETS}) else now() - n % 240 * interval '1 hour' end as at,
        date_trunc('second', now()) + (n::bigint * 7919 % 1000000 - 200000) * interval '1 second' as due) y`;

async function prepare(client: Client): Promise<void> {
  const there = await client.query(`select from ticket where ticket_no = 'TKT/900/22-23/00000001'`);
  if (there.rowCount) return;
  await client.query(
    `begin; set local session_replication_role = 'replica'; set local maintenance_work_mem = '512MB'`,
  );
  const indexes = await dropIndexes(client, ['ticket']);
  await client.query(PLANT);
  await makeIndexes(client, indexes);
  await client.query('commit');
}

const DUE = 'least(t.response_due_at, t.resolution_due_at)';
const LATE = `(t.status not in ('RESOLVED', 'CLOSED') and (t.sla_state = 'BREACHED' or coalesce(${DUE} < now(), false)))`;
const page = (where: string) => `
  select t.id, t.franchisee_id as "franchiseeId", t.version, t.ticket_no as "ticketNo", t.subject, f.company_name as centre, t.department, nullif(concat_ws(' › ', cp.name, c.name), '') as category, t.priority, t.status,
    nullif(trim(concat_ws(' ', o.first_name, o.last_name)), '') as "ownerName", g.name as "groupName", ${DUE} as "dueAt", case when ${LATE} then 'BREACHED' else t.sla_state end as "slaState", t.last_message_kind as "lastBy",
    t.raised_at as "raisedAt", nullif(trim(concat_ws(' ', r.first_name, r.last_name)), '') as "raiserName", t.first_response_at as "firstResponseAt", t.resolved_at as "resolvedAt", t.response_due_at as "responseDueAt",
    t.resolution_due_at as "resolutionDueAt", t.response_min as "responseMin", t.resolution_min as "resolutionMin", t.reopened_n as reopened, t.csat, t.source, t.category_id as "categoryId", t.owner_id as "ownerId",
    t.owner_group_id as "ownerGroupId", t.raised_by as "raisedBy", t.zone_id as "zoneId", (t.raised_at at time zone 'Asia/Kolkata')::date as "raisedOn", (${DUE} at time zone 'Asia/Kolkata')::date as "dueOn", ${LATE} as late,
    case t.status when 'OPEN' then null when 'WAITING_ON_CENTRE' then 'waiting' else replace(lower(t.status), '_', '-') end as view, t.merged_into as "mergedInto", ${DUE}::text as "$sort",
    (select count(*)::int from (select from ticket t where ${where} limit 10001) x) as "$n"
    from (select * from ticket t where ${where} order by ${DUE} nulls last, id limit $1) t join franchisee f on f.id = t.franchisee_id join ticket_group g on g.id = t.owner_group_id
    left join ticket_category c on c.id = t.category_id left join ticket_category cp on cp.id = c.parent_id left join app_user o on o.id = t.owner_id left join app_user r on r.id = t.raised_by
   order by ${DUE} nulls last, t.id`;
const OPEN = `t.status not in ('RESOLVED', 'CLOSED')`;
const OF_CENTRE = page(`${OPEN} and t.franchisee_id = $2`);
const OF_NETWORK = page(OPEN);

const answer: Scenario['floor'] = async ({ pool, query, centre }) => {
  const limit = Number(query['limit']);
  const { rows } = centre
    ? await pool.query({ name: 'tickets', text: OF_CENTRE, values: [limit + 1, centre] })
    : await pool.query({ name: 'tickets-network', text: OF_NETWORK, values: [limit + 1] });
  return pageOf(rows, limit, 'dueAt', (row) => {
    const status = row.status as TicketStatus;
    const has = (action: string) => nextState(ticketStates, status, action) !== null;
    const open = !isDone(status);
    return {
      ...row,
      can: {
        take: has('take'),
        assign: open,
        priority: open,
        recategorise: open,
        reply: open,
        note: true,
        ask: has('ask'),
        hold: has('hold') && row.firstResponseAt !== null,
        resume: has('resume'),
        resolve: has('resolve'),
        merge: has('merge'),
        confirm: false,
        rate: false,
        reopen: has('reopen') && row.mergedInto === null,
        withdraw: false,
      },
    };
  });
};

const OPEN_TAB = { limit: 50, view: 'open' };

export const ticketList: Scenario = {
  name: 'tickets',
  title: `Open tickets of a centre, page of 50 of ${TICKETS}`,
  prepare,
  request: () => readRequest(tickets.endpoints.list, OPEN_TAB),
  floor: answer,
};

export const networkTicketList: Scenario = {
  name: 'tickets-network',
  title: `Open tickets of all centres, page of 50 of ${TICKETS}`,
  prepare,
  request: () => ({ ...readRequest(tickets.endpoints.list, OPEN_TAB), headers: ALL_CENTRES }),
  floor: answer,
};
