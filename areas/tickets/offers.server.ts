// What other areas ask of tickets, inside their own unit of work.
import { addDays } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { raiseTicket } from './ticket/raise-ticket.server.ts';
import { type sourceLabels, type TicketStatus, ticketKinds } from './ticket/ticket.states.ts';
import type { Ticket } from './ticket/write-step.server.ts';
import type { Department, Priority } from './ticket-words.ts';

export type EntityKind = NonNullable<Ticket['entity_kind']>;

export interface WantedTicket {
  readonly franchiseeId: number;
  readonly source: Exclude<keyof typeof sourceLabels, 'SCREEN'>;
  /** The same key of the same source and centre is the same ticket. */
  readonly dedupeKey: string;
  readonly department: Department;
  /** A category's name; an unknown one leaves the ticket to the department's own row. */
  readonly category?: string;
  readonly priority?: Priority;
  readonly subject: string;
  readonly description: string;
  readonly entity: { readonly kind: EntityKind; readonly id: string; readonly label: string };
  /** The person it is raised for; none: Aangan raised it. */
  readonly by?: string | null;
  readonly now: Date;
}

/** Raises a ticket once, however often it is asked for; answers its id. */
export async function raise(db: Db, wanted: WantedTicket): Promise<string> {
  const { franchiseeId, source, dedupeKey, department } = wanted;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ticket:${franchiseeId}:${source}:${dedupeKey}`}, 0))`.execute(
    db,
  );
  const known = await db
    .selectFrom('ticket')
    .select('id')
    .where('franchisee_id', '=', franchiseeId)
    .where('source', '=', source)
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirst();
  if (known) return known.id;
  const category = wanted.category
    ? await db
        .selectFrom('ticket_category')
        .select('id')
        .where('department', '=', department)
        .where('name', '=', wanted.category)
        .where('active', '=', true)
        .orderBy(sql`parent_id is not null`)
        .orderBy('id')
        .executeTakeFirst()
    : undefined;
  const { id } = await raiseTicket(db, {
    id: crypto.randomUUID(),
    franchiseeId,
    department,
    categoryId: category?.id ?? null,
    priority: wanted.priority ?? 'MEDIUM',
    subject: wanted.subject.slice(0, 150).padEnd(5, '.'),
    description: wanted.description.slice(0, 10_000),
    source,
    dedupeKey,
    entity: { ...wanted.entity, label: wanted.entity.label.slice(0, 150) },
    by: wanted.by ?? null,
    kind: wanted.by ? ticketKinds.TICKET_FRANCHISEE : ticketKinds.SYSTEM,
    now: wanted.now,
  });
  return id;
}

/** Tickets about one thing, the newest first, for a panel of its screen. */
export async function ticketsOf(
  db: Db,
  kind: EntityKind,
  entityId: string,
): Promise<{ id: string; ticketNo: string; subject: string; status: TicketStatus; link: string }[]> {
  const rows = await db
    .selectFrom('ticket')
    .select(['id', 'ticket_no', 'subject', 'status'])
    .where('entity_kind', '=', kind)
    .where('entity_id', '=', entityId)
    .orderBy('raised_at', 'desc')
    .orderBy('id')
    .limit(20)
    .execute();
  return rows.map(({ id, ticket_no, subject, status }) => ({
    id,
    ticketNo: ticket_no,
    subject,
    status,
    link: `/ticketing-bees/action/${id}`,
  }));
}

const isOpen = sql`t.status not in ('RESOLVED', 'CLOSED')`;
const isLate = sql`(${isOpen} and (t.sla_state = 'BREACHED' or coalesce(least(t.response_due_at, t.resolution_due_at) < now(), false)))`;

/** Open tickets of a centre, the late ones among them, and their median age in hours. */
export async function openOf(
  db: Db,
  franchiseeId: number,
): Promise<{ open: number; late: number; medianAgeH: number | null }> {
  const { rows } = await sql<{ open: number; late: number; medianAgeH: number | null }>`
    select count(*)::int as open, (count(*) filter (where ${isLate}))::int as late,
      floor(percentile_cont(0.5) within group (order by extract(epoch from now() - t.raised_at)) / 3600)::int as "medianAgeH"
      from ticket t where t.franchisee_id = ${franchiseeId} and ${isOpen}`.execute(db);
  return rows[0] ?? { open: 0, late: 0, medianAgeH: null };
}

const DAYS = 90;
/** Resolved in 90 days, of which in time; open late ones count as missed. */
const counted = (today: string) =>
  sql`((t.resolved_at >= ${addDays(today, -DAYS)}::date and t.merged_into is null and not ${isOpen}) or ${isLate})`;
const met = sql`(not ${isOpen} and t.sla_state = 'MET')`;

/** n of d tickets in time, over the centres together. */
export async function targetShare(
  db: Db,
  franchiseeIds: readonly number[],
  today: string,
): Promise<{ n: number; d: number }> {
  const sum = { n: 0, d: 0 };
  for (const one of (await healthOf(db, franchiseeIds, today)).values()) {
    sum.n += one.n;
    sum.d += one.d;
  }
  return sum;
}

/** The same by centre; one without any is left out. */
export async function healthOf(
  db: Db,
  franchiseeIds: readonly number[],
  today: string,
): Promise<Map<number, { n: number; d: number; overdue: number }>> {
  const { rows } = await sql<{ id: number; n: number; d: number; overdue: number }>`
    select t.franchisee_id as id, (count(*) filter (where ${met}))::int as n, count(*)::int as d, (count(*) filter (where ${isLate}))::int as overdue
      from ticket t where t.franchisee_id = any (${[...franchiseeIds]}::int[]) and ${counted(today)} group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...one }) => [id, one]));
}

const MOST_ROWS = 2000;

export async function healthRows(db: Db, franchiseeId: number, today: string) {
  const { rows } = await sql<{ id: string; label: string; n: number }>`
    select t.id, t.ticket_no || ' ' || t.subject as label, ${met}::int as n from ticket t
     where t.franchisee_id = ${franchiseeId} and ${counted(today)} order by ${met}, t.raised_at desc, t.id limit ${sql.lit(MOST_ROWS)}`.execute(
    db,
  );
  return rows.map(({ id, label, n }) => ({ label, link: `/ticketing-bees/action/${id}`, n, d: 1 }));
}
