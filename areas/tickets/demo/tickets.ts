// What centres ask of head office: the matrix of LOGISTICS, categories and canned replies, and tickets in every state.
import { financialYear } from '@aangan/contract/period.ts';
import type { WorkingCalendar } from '@aangan/contract/working-time.ts';
import type { Client } from 'pg';
import { type Clock, deskTime } from '../../../db/demo/moment.ts';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';
import { clocksOf, eventsOf, type LogEntry } from '../ticket/sla.ts';
import type { TicketStatus } from '../ticket/ticket.states.ts';

const EACH = 30;
const HOURS = [
  ['09:30', '13:00'],
  ['14:00', '18:30'],
] as const;
/** The calendar 'Head office' of migration 0002. */
const office: WorkingCalendar = {
  always: false,
  windows: { MON: HOURS, TUE: HOURS, WED: HOURS, THU: HOURS, FRI: HOURS, SAT: HOURS },
  days: {},
};

const CATEGORIES = [
  ['LOGISTICS', 'Kit', 'How many are missing?\nWhich parcel?'],
  ['LOGISTICS', 'Uniform', null],
  ['FINANCE', 'Receipt', 'Which receipt number?'],
  ['FINANCE', 'Royalty', null],
  ['TECH', 'App', null],
  ['TECH', 'Camera', null],
  ['ACADEMICS', 'Curriculum', null],
  ['CUSTOMER CARE', 'Parent complaint', null],
] as const;
const categoryId = (department: string, name: string) => demoUuid('ticket-category', department, name);

const REPLIES = [
  [
    'On its way',
    'LOGISTICS',
    'Dear {raiser}, the parcel for {centre} left today. Ticket {ticket} stays open until it is with you.',
  ],
  ['Photo please', null, 'Dear {raiser}, please send a photo, so that we can solve {ticket} at once.'],
] as const;

const SUBJECTS = [
  ['LOGISTICS', 'Kit', '3 student kits missing in the last parcel'],
  ['FINANCE', 'Receipt', 'Receipt shows the wrong month'],
  ['TECH', 'Camera', 'Camera of the play area is dark'],
  ['LOGISTICS', 'Uniform', 'Uniforms one size too small'],
  ['ACADEMICS', 'Curriculum', 'Week 9 of Nursery has no worksheet'],
  ['TECH', 'App', 'Two teachers cannot mark attendance'],
  ['CUSTOMER CARE', 'Parent complaint', 'A parent asks for a call back'],
  ['FINANCE', 'Royalty', 'Question about the royalty of last month'],
] as const;

/** What happened to a ticket, and after how many minutes each; some are long due. */
const PATHS: readonly (readonly [TicketStatus, string, number][])[] = [
  [['NEW', 'create', 0]],
  [
    ['NEW', 'create', 0],
    ['OPEN', 'answer', 50],
  ],
  [
    ['NEW', 'create', 0],
    ['OPEN', 'answer', 30],
    ['WAITING_ON_CENTRE', 'ask', 60],
  ],
  [
    ['NEW', 'create', 0],
    ['OPEN', 'answer', 90],
    ['ON_HOLD', 'hold', 20],
  ],
  [
    ['NEW', 'create', 0],
    ['OPEN', 'answer', 45],
    ['RESOLVED', 'resolve', 100],
  ],
  [
    ['NEW', 'create', 0],
    ['OPEN', 'answer', 25],
    ['RESOLVED', 'resolve', 75],
    ['CLOSED', 'confirm', 60],
  ],
  [
    ['NEW', 'create', 0],
    ['OPEN', 'answer', 25],
    ['RESOLVED', 'resolve', 75],
    ['REOPENED', 'reopen', 45],
  ],
];
const PRIORITIES = ['MEDIUM', 'LOW', 'HIGH', 'MEDIUM', 'CRITICAL'] as const;
const BODIES: Readonly<Record<string, string>> = {
  answer: 'Thank you, we look into it today.',
  ask: 'Please send a photo.',
  resolve: 'It is solved. Please check and confirm.',
};

export async function writeTickets(client: Client, clock: Clock): Promise<void> {
  await writeSettings(client);
  const { rows: found } = await client.query<{ id: string; department: string; group: string }>(
    `select id, department, owner_group_id as "group" from ticket_matrix where category_id is null and priority is null and zone_id is null`,
  );
  const targets = new Map(found.map((row) => [row.department, row]));
  const fy = financialYear(clock.today);
  const rows = [ANDHERI, BANER].flatMap((centre) =>
    Array.from({ length: EACH }, (_, i) => ticketOf(clock, { centre, n: i + 1, fy: fy.short, targets })),
  );
  await insertRows(
    client,
    'ticket',
    rows.map(({ ticket }) => ticket),
  );
  await insertRows(
    client,
    'ticket_log',
    rows.flatMap(({ log }) => log),
  );
  await insertRows(
    client,
    'ticket_message',
    rows.flatMap(({ messages }) => messages),
  );
  await insertRows(
    client,
    'sla_event',
    rows.flatMap(({ events }) => events),
  );
  await client.query(
    'update ticket t set zone_id = f.zone_id from franchisee f where f.id = t.franchisee_id',
  );
  await client.query(
    `insert into number_series (franchisee_id, series, period, next) select f, 'TKT', $1, $2 from unnest($3::int[]) f`,
    [fy.compact, EACH + 1, [ANDHERI, BANER]],
  );
}

async function writeSettings(client: Client): Promise<void> {
  await insertRows(
    client,
    'ticket_category',
    CATEGORIES.map(([department, name, questions]) => ({
      id: categoryId(department, name),
      department,
      name,
      questions,
    })),
  );
  await insertRows(
    client,
    'canned_reply',
    REPLIES.map(([title, department, body]) => ({
      id: demoUuid('canned-reply', title),
      title,
      department,
      body,
    })),
  );
  await client.query(
    `insert into ticket_group_member (group_id, user_id) select g.id, u from ticket_group g, unnest($1::uuid[]) u on conflict do nothing`,
    [[headOffice.operations.id, headOffice.tickets.id]],
  );
  await client.query('update ticket_group set lead_user_id = $1', [headOffice.tickets.id]);
  await client.query(
    `with made as (insert into ticket_matrix (department, category_id, priority, owner_group_id, response_min, resolution_min, calendar_id)
       select 'LOGISTICS', x.category, x.priority, g.id, x.response, x.resolution, x.calendar from ticket_group g,
         (values ($1::uuid, null, 120, 960, 1), (null, 'HIGH', 60, 480, 1), (null, 'CRITICAL', 30, 240, 3)) x (category, priority, response, resolution, calendar)
        where g.name = 'LOGISTICS' returning *)
     insert into ticket_matrix_version (matrix_id, n, at, department, category_id, priority, owner_group_id, response_min, resolution_min, calendar_id, active)
     select id, 1, now(), department, category_id, priority, owner_group_id, response_min, resolution_min, calendar_id, true from made`,
    [categoryId('LOGISTICS', 'Kit')],
  );
}

const RESPONSE = 240;
const RESOLUTION = 1440;

interface Place {
  readonly centre: number;
  readonly n: number;
  readonly fy: string;
  readonly targets: ReadonlyMap<string, { id: string; group: string }>;
}

function ticketOf(clock: Clock, { centre, n, fy, targets }: Place) {
  const [department, category, subject] = SUBJECTS[n % SUBJECTS.length] ?? SUBJECTS[0];
  const target = targets.get(department);
  if (!target) throw new Error(`${department} has no row`);
  const path = PATHS[n % PATHS.length] ?? [];
  const id = demoUuid('ticket', centre, n);
  const agent = (n % 2 === 0 ? headOffice.operations : headOffice.tickets).id;
  const head = teamAt(centre).head.id;
  // Most of this week; every fifth lies long enough back to be late.
  let at = deskTime(clock, n % 5 === 0 ? 6 : 1 + (n % 3), '09:45').getTime() + n * 60_000;
  const log = path.map(([to, action, minutes], i) => {
    at += minutes * 60_000;
    const ours = ['answer', 'ask', 'hold', 'resolve'].includes(action);
    return {
      franchisee_id: centre,
      ticket_id: id,
      seq: i + 1,
      at: new Date(at).toISOString(),
      action,
      from_status: path[i - 1]?.[0] ?? 'NEW',
      to_status: to,
      calendar_id: 1,
      by_user: ours ? agent : head,
      kind: ours ? 'TICKET_ADMIN' : 'TICKET_FRANCHISEE',
    };
  });
  const when = (action: string) => log.find((entry) => entry.action === action)?.at ?? null;
  const status = path.at(-1)?.[0] ?? 'NEW';
  const entries: LogEntry[] = log.map((entry) => ({ at: entry.at, to: entry.to_status, calendarId: 1 }));
  const input = {
    log: entries,
    calendars: new Map([[1, office]]),
    responseMin: RESPONSE,
    resolutionMin: RESOLUTION,
    firstResponseAt: when('answer'),
  };
  const { response, resolution } = clocksOf(input, clock.now);
  const cycle = status === 'REOPENED' ? 1 : 0;
  // What is over was told at its time.
  const events = eventsOf(input).map(({ clock: of, pct, dueAt }) => ({
    franchisee_id: centre,
    ticket_id: id,
    clock: of,
    pct,
    cycle,
    due_at: dueAt,
    fired_at: dueAt !== null && dueAt <= clock.now ? dueAt : null,
  }));
  const messages = log.flatMap((entry) => {
    const body = BODIES[entry.action];
    return body === undefined
      ? []
      : [
          {
            franchisee_id: centre,
            id: demoUuid('ticket-message', centre, n, entry.seq),
            ticket_id: id,
            seq: entry.seq,
            at: entry.at,
            by_user: entry.by_user,
            kind: entry.kind,
            public: true,
            body,
          },
        ];
  });
  const priority = PRIORITIES[n % PRIORITIES.length] ?? 'MEDIUM';
  const ticket = {
    franchisee_id: centre,
    id,
    ticket_no: `TKT/${String(centre).padStart(3, '0')}/${fy}/${String(n).padStart(5, '0')}`,
    subject,
    description: `${subject}. Please help us soon.`,
    department,
    category_id: categoryId(department, category),
    priority,
    proposed_priority: priority,
    status,
    raised_by: head,
    raised_kind: 'TICKET_FRANCHISEE',
    raised_at: log[0]?.at,
    source: 'SCREEN',
    owner_group_id: target.group,
    owner_id: status === 'NEW' ? null : agent,
    confidential: false,
    row_id: target.id,
    row_version: 1,
    response_min: RESPONSE,
    resolution_min: RESOLUTION,
    calendar_id: 1,
    first_response_at: when('answer'),
    resolved_at: status === 'REOPENED' ? null : when('resolve'),
    closed_at: when('confirm'),
    reopened_n: cycle,
    response_due_at: response.dueAt,
    resolution_due_at: resolution.dueAt,
    sla_state: response.state === 'BREACHED' ? 'BREACHED' : resolution.state,
    resume_on:
      status === 'ON_HOLD' ? new Date(clock.now.getTime() + 5 * 86_400_000).toISOString().slice(0, 10) : null,
    waiting_since: when('ask'),
    last_message_kind: messages.at(-1)?.kind ?? 'TICKET_FRANCHISEE',
    csat: status === 'CLOSED' ? 4 : null,
  };
  return { ticket, log, messages, events };
}
