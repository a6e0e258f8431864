// A new ticket, whoever raises it: targets from the matrix, number, first entry of its log.
import { financialYear, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { chooseOwner } from '../assignment/choose-owner.server.ts';
import { matchMatrix } from '../matrix/match-matrix.server.ts';
import { type Department, type Priority, priorityLabels } from '../ticket-words.ts';
import type { sourceLabels, TicketKind } from './ticket.states.ts';
import { type Ticket, writeStep } from './write-step.server.ts';

export interface NewTicket {
  readonly id: string;
  readonly franchiseeId: number;
  readonly department: Department;
  readonly categoryId?: string | null | undefined;
  readonly priority: Priority;
  readonly subject: string;
  readonly description: string;
  readonly answers?: string | null | undefined;
  readonly source: keyof typeof sourceLabels;
  readonly dedupeKey?: string | null;
  readonly entity?: {
    readonly kind: NonNullable<Ticket['entity_kind']>;
    readonly id: string;
    readonly label: string;
  } | null;
  readonly followsId?: string | null | undefined;
  readonly by: string | null;
  readonly kind: TicketKind;
  readonly now: Date;
}

const ranks = Object.keys(priorityLabels) as Priority[];

/** The least priority a category asks for. 422 for a category of another department. */
export async function priorityOf(
  db: Db,
  asked: { department: Department; categoryId?: string | null | undefined; priority: Priority },
): Promise<Priority> {
  if (!asked.categoryId) return asked.priority;
  const { rows } = await sql<{ least: Priority | null }>`
    select coalesce(c.min_priority, p.min_priority) as least from ticket_category c left join ticket_category p on p.id = c.parent_id
     where c.id = ${asked.categoryId} and c.department = ${asked.department} and c.active`.execute(db);
  const [category] = rows;
  ensure(category, () =>
    refuse('input.invalid', { fields: { categoryId: 'Choose a category of this department' } }),
  );
  const least = category.least ?? 'LOW';
  return ranks.indexOf(asked.priority) < ranks.indexOf(least) ? least : asked.priority;
}

export async function raiseTicket(db: Db, ticket: NewTicket): Promise<{ id: string; ticketNo: string }> {
  const { franchiseeId, now } = ticket;
  const priority = await priorityOf(db, ticket);
  const { zone_id: zoneId } = ensureFound(
    await db.selectFrom('franchisee').select('zone_id').where('id', '=', franchiseeId).executeTakeFirst(),
  );
  const target = await matchMatrix(db, { ...ticket, priority, zoneId }, now);
  const fy = financialYear(todayIst(now));
  const number = await nextNumber(db, { franchiseeId, series: 'TKT', period: fy.compact });
  const ticketNo = `TKT/${String(franchiseeId).padStart(3, '0')}/${fy.short}/${String(number).padStart(5, '0')}`;
  const row = await db
    .insertInto('ticket')
    .values({
      franchisee_id: franchiseeId,
      id: ticket.id,
      ticket_no: ticketNo,
      subject: ticket.subject,
      description: ticket.description,
      answers: ticket.answers ?? null,
      department: ticket.department,
      category_id: ticket.categoryId ?? null,
      priority,
      proposed_priority: ticket.priority,
      raised_by: ticket.by,
      raised_kind: ticket.kind,
      raised_at: now,
      source: ticket.source,
      dedupe_key: ticket.dedupeKey ?? null,
      entity_kind: ticket.entity?.kind ?? null,
      entity_id: ticket.entity?.id ?? null,
      entity_label: ticket.entity?.label ?? null,
      zone_id: zoneId,
      owner_group_id: target.ownerGroupId,
      owner_id: await chooseOwner(db, target.ownerGroupId),
      row_id: target.rowId,
      row_version: target.rowVersion,
      response_min: target.responseMin,
      resolution_min: target.resolutionMin,
      calendar_id: target.calendarId,
      follows: ticket.followsId ?? null,
      last_message_kind: ticket.kind,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeStep(db, { ticket: row, action: 'create', now, by: ticket.by, kind: ticket.kind });
  return { id: row.id, ticketNo };
}
