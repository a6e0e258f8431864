// One ticket as its screen shows it, and what the forms around it ask for.
import { addWorking } from '@aangan/contract/working-time.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { calendarOf } from '@aangan/server/work/working-calendar.ts';
import { sql } from 'kysely';
import { franchisee, usersWith } from '../../network/public.server.ts';
import { matchMatrix } from '../matrix/match-matrix.server.ts';
import { ticketsModules as m } from '../modules.ts';
import type { Department } from '../ticket-words.ts';
import { priorityOf } from './raise-ticket.server.ts';
import { type Clock, clocksOf } from './sla.ts';
import { ticketContract as contract } from './ticket.contract.ts';
import { ticketListing, visible } from './ticket.listing.server.ts';
import { type TicketKind, type TicketStatus, ticketLabels } from './ticket.states.ts';
import { slaInput } from './write-step.server.ts';

const instant = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const shown = (clock: Clock) => ({ ...clock, dueAt: clock.dueAt?.toISOString() ?? null });

export const getTicket = handle(contract.get, async ({ db, actor, input, now }) => {
  const row = ensureFound(await ticketListing.row({ db, actor }, input.id));
  const ticket = ensureFound(
    await db
      .selectFrom('ticket')
      .selectAll()
      .where('franchisee_id', '=', row.franchiseeId)
      .where('id', '=', row.id)
      .executeTakeFirst(),
  );
  const at = { db, franchiseeId: row.franchiseeId, id: row.id, now };
  const internal = holds(actor, m.TicketingAdmin, false);
  const { response, resolution } = clocksOf(await slaInput(db, ticket), now);
  const { seq, log } = await logOf(at, internal);
  const watching = await db
    .selectFrom('ticket_watcher')
    .select('user_id')
    .where('franchisee_id', '=', row.franchiseeId)
    .where('ticket_id', '=', row.id)
    .where('user_id', '=', userIdOf(actor))
    .executeTakeFirst();
  return {
    row,
    description: ticket.description,
    answers: ticket.answers,
    response: shown(response),
    resolution: shown(resolution),
    seq,
    messages: await messagesOf(at, internal),
    log,
    files: await filesOf(at, 'TICKET', [row.id]).then((found) => found.get(row.id) ?? []),
    watching: watching !== undefined,
    resumeOn: ticket.resume_on,
    centre: await centreOf(db, row.franchiseeId),
    entity: ticket.entity_kind ? { kind: ticket.entity_kind, label: ticket.entity_label ?? '' } : null,
    follows: await numberOf(at, ticket.follows),
    mergedInto: await numberOf(at, ticket.merged_into),
  };
});

interface At {
  readonly db: Db;
  readonly franchiseeId: number;
  readonly id: string;
  readonly now: Date;
}

const actionWords: Readonly<Record<string, string>> = {
  create: 'Raised',
  take: 'Taken',
  assign: 'Assigned',
  priority: 'Priority changed',
  recategorise: 'Moved',
  reply: 'Message',
  answer: 'Answered',
  note: 'Internal note',
  ask: 'Asked the centre',
  resolve: 'Resolved',
  hold: 'Put on hold',
  resume: 'Resumed',
  merge: 'Merged',
  confirm: 'Confirmed',
  reopen: 'Reopened',
  withdraw: 'Withdrawn',
  'hand-over': 'Handed over',
  warn: 'Nearly due',
  breach: 'Late',
  top: 'Very late',
  remind: 'Reminded the centre',
  silence: 'Resolved by itself',
  'resume-day': 'The day of the hold has come',
  close: 'Closed by itself',
};

async function logOf({ db, franchiseeId, id }: At, internal: boolean) {
  const { rows } = await sql<{
    seq: number;
    at: string;
    who: string | null;
    action: string;
    from: TicketStatus | null;
    to: TicketStatus;
    reason: string | null;
    detail: string | null;
  }>`
    select l.seq, ${instant('l.at')} as at, ${personName('u')} as who, l.action, l.from_status as "from", l.to_status as "to", l.reason, l.detail
      from ticket_log l left join app_user u on u.id = l.by_user
     where l.franchisee_id = ${franchiseeId} and l.ticket_id = ${id} and (${internal} or l.action <> 'note') order by l.seq desc`.execute(
    db,
  );
  return {
    seq: rows[0]?.seq ?? 0,
    log: rows.map(({ at, who, action, from, to, reason, detail }) => ({
      at,
      who: who ?? 'Aangan',
      what: [
        actionWords[action] ?? action,
        detail,
        from !== to && action !== 'create' ? `now ${ticketLabels[to].toLowerCase()}` : null,
      ]
        .filter(Boolean)
        .join(' · '),
      note: reason,
    })),
  };
}

/** The conversation, with that of tickets merged into this one. Internal notes are for those who work the queue. */
async function messagesOf(at: At, internal: boolean) {
  const { rows } = await sql<{
    id: string;
    at: string;
    who: string | null;
    kind: TicketKind;
    public: boolean;
    body: string;
  }>`
    select g.id, ${instant('g.at')} as at, ${personName('u')} as who, g.kind, g.public, g.body from ticket_message g left join app_user u on u.id = g.by_user
     where g.franchisee_id = ${at.franchiseeId} and (g.public or ${internal}) and g.ticket_id in (
       select t.id from ticket t where t.franchisee_id = ${at.franchiseeId} and (t.id = ${at.id} or t.merged_into = ${at.id}))
     order by g.at, g.seq limit 500`.execute(at.db);
  const files = await filesOf(
    at,
    'TICKET_MESSAGE',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, files: files.get(row.id) ?? [] }));
}

async function filesOf({ db, franchiseeId, now }: At, kind: string, subjects: readonly string[]) {
  const { rows } = await sql<{ subject: string; id: string; name: string }>`
    select u.subject_id as subject, f.id, f.name from file_use u join file f on f.franchisee_id = u.franchisee_id and f.id = u.file_id
     where u.franchisee_id = ${franchiseeId} and u.subject_kind = ${kind} and u.subject_id::text = any (${[...subjects]}::text[]) order by f.name`.execute(
    db,
  );
  const found = new Map<string, { name: string; url: string }[]>();
  for (const { subject, id, name } of rows)
    found.set(subject, [
      ...(found.get(subject) ?? []),
      { name, url: fileUrl({ franchiseeId, fileId: id }, now) },
    ]);
  return found;
}

async function centreOf(db: Db, franchiseeId: number) {
  const centre = ensureFound(await franchisee(db, franchiseeId));
  const { rows } = await sql<{ phone: string | null; open: number }>`
    select f.phone, (select count(*)::int from ticket t where t.franchisee_id = f.id and t.status not in ('RESOLVED', 'CLOSED')) as open
      from franchisee f where f.id = ${franchiseeId}`.execute(db);
  return { label: centre.label, phone: rows[0]?.phone ?? null, open: rows[0]?.open ?? 0 };
}

async function numberOf({ db, franchiseeId }: At, id: string | null) {
  if (id === null) return null;
  const row = await db
    .selectFrom('ticket')
    .select(['id', 'ticket_no'])
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { id: row.id, ticketNo: row.ticket_no } : null;
}

export const ticketChoices = handle(contract.choices, async ({ db }) => {
  const { rows } = await sql<{
    id: string;
    label: string;
    department: Department;
    minPriority: string | null;
    questions: string | null;
  }>`
    select c.id, concat_ws(' › ', p.name, c.name) as label, c.department, coalesce(c.min_priority, p.min_priority) as "minPriority",
      coalesce(c.questions, p.questions) as questions
      from ticket_category c left join ticket_category p on p.id = c.parent_id where c.active and p.active is not false order by 2`.execute(
    db,
  );
  return { categories: rows };
});

/** Everybody who works the queue. */
export const agentsOf = (db: Db) => usersWith(db, { module: m.TicketingAdmin, write: true });

export const ticketDesk = handle(contract.desk, async ({ db }) => {
  const { rows } = await sql<{ id: string; title: string; department: string | null; body: string }>`
    select id, title, department, body from canned_reply where active order by title`.execute(db);
  return { agents: (await agentsOf(db)).map(({ id, name }) => ({ id, label: name })), replies: rows };
});

export const previewTicket = handle(contract.preview, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const priority = await priorityOf(db, input);
  const centre = await db
    .selectFrom('franchisee')
    .select('zone_id')
    .where('id', '=', franchiseeId)
    .executeTakeFirst();
  const target = await matchMatrix(db, { ...input, priority, zoneId: centre?.zone_id }, now);
  const calendar = await calendarOf(db, target.calendarId);
  const due = (minutes: number) => addWorking(calendar, now, minutes * 60).toISOString();
  return {
    priority,
    responseDueAt: due(target.responseMin),
    resolutionDueAt: due(target.resolutionMin),
    similar: await similarTo(db, actor, input),
  };
});

/** Open tickets of the centre about the same, so that nobody raises one twice. */
async function similarTo(
  db: Db,
  actor: Actor,
  asked: { department: Department; categoryId?: string | null | undefined; subject?: string | undefined },
) {
  const word = (asked.subject ?? '')
    .split(/\s+/)
    .reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  if (!asked.categoryId && word.length < 4) return [];
  const { rows } = await sql<{ id: string; ticketNo: string; subject: string }>`
    select t.id, t.ticket_no as "ticketNo", t.subject from ticket t
     where t.franchisee_id = ${chosenCentre(actor)} and t.status not in ('RESOLVED', 'CLOSED') and t.department = ${asked.department} and ${visible(actor)}
       and (${word.length >= 4} and t.subject ilike ${contains(word)} or t.category_id = ${asked.categoryId ?? null}::uuid)
     order by t.raised_at desc, t.id limit 3`.execute(db);
  return rows;
}
