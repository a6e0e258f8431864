// What the frame asks of tickets: Ctrl+K, home cards, work in a person's name, and a part of a centre's health.
import type { HealthMeasure, OpenWork, SearchSource } from '@aangan/server/endpoint/area-extras.ts';
import {
  figuresOf,
  type HomeCards,
  type HomeContext,
  type HomeFilters,
} from '@aangan/server/endpoint/home-card.ts';
import { contains, countUpToCap } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { userCards } from '../network/public.server.ts';
import { ticketsModules as m } from './modules.ts';
import { healthOf, healthRows } from './offers.server.ts';
import { ticketListing, visible } from './ticket/ticket.listing.server.ts';
import { tickets } from './ticket/ticket.listing.ts';
import { ticketKinds, ticketLabels } from './ticket/ticket.states.ts';
import { type Ticket, writeStep } from './ticket/write-step.server.ts';

const LIST = '/ticketing-bees/bees-ticket-list';
const linkOf = (id: string) => `/ticketing-bees/action/${id}`;
const isOpen = sql`status not in ('RESOLVED', 'CLOSED')`;

export const ticketSearch: SearchSource = {
  kind: 'ticket',
  title: 'Tickets',
  module: [m.Ticketing, m.TicketingAdmin],
  find: async (db, actor, words, limit) => {
    const { rows } = await sql<{
      id: string;
      ticketNo: string;
      subject: string;
      status: keyof typeof ticketLabels;
    }>`
      select t.id, t.ticket_no as "ticketNo", t.subject, t.status from ticket t
       where ${inChosenCentre(actor, 't.franchisee_id')} and ${visible(actor)} and (lower(t.ticket_no) like ${contains(words)} or lower(t.subject) like ${contains(words)})
       order by t.raised_at desc, t.id limit ${limit}`.execute(db);
    return rows.map((row) => ({
      id: row.id,
      label: row.subject,
      detail: `${row.ticketNo} · ${ticketLabels[row.status]}`,
      link: linkOf(row.id),
    }));
  },
};

/** Tickets in a person's name: their clocks go on with whoever takes them. */
export const ticketWork: OpenWork = {
  key: 'tickets',
  title: 'open tickets',
  count: async (db, userId) => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from ticket where owner_id = ${userId} and ${isOpen}`.execute(db);
    return rows[0]?.n ?? 0;
  },
  handOver: async (db, { from, to, now }) => {
    const name = (await userCards(db, [to])).get(to)?.name ?? null;
    const { rows } = await sql<Ticket>`
      select * from ticket where owner_id = ${from} and ${isOpen} order by franchisee_id, id for update`.execute(
      db,
    );
    for (const ticket of rows)
      await writeStep(db, {
        ticket,
        action: 'hand-over',
        now,
        by: null,
        kind: ticketKinds.SYSTEM,
        detail: name,
        set: { owner_id: to },
      });
    return rows.length;
  },
};

const DUE = 'tickets.due-today';
const FRESH = 'tickets.unanswered';
const WAITING = 'tickets.waiting-for-us';
const filtersOf: Readonly<Record<string, (context: Pick<HomeContext, 'today'>) => HomeFilters>> = {
  [DUE]: ({ today }) => ({ dueOn: { to: today } }),
  [FRESH]: () => ({ status: ['NEW', 'REOPENED'] }),
  [WAITING]: () => ({ status: ['WAITING_ON_CENTRE'] }),
};

/** The rows that the card's list shows, counted. */
async function read(db: Db, context: HomeContext, key: string) {
  const filters = ensureFound(filtersOf[key])(context);
  const rows = sql`select ${await ticketListing.rowsOf({ db, actor: context.actor }, filters)}`;
  const counted = await sql<Record<string, number>>`select ${countUpToCap(rows)} as ${sql.id(key)}`.execute(
    db,
  );
  return figuresOf(counted.rows[0]);
}

export const ticketHomeCards: readonly HomeCards[] = [
  {
    module: m.TicketingAdmin,
    read: (db, context) => read(db, context, DUE),
    cards: [
      {
        key: DUE,
        title: 'Tickets breaching today',
        unit: 'count',
        picture: 'number',
        on: { owner: 30, operations: 10, tickets: 10, finance: 60 },
        todo: { action: 'Answer', by: m.TicketingAdmin, late: true },
        drill: {
          path: `${LIST}/open`,
          list: tickets.endpoints.list,
          filters: (context) => ensureFound(filtersOf[DUE])(context),
          measures: 'rows',
        },
      },
    ],
  },
  {
    module: m.TicketingAdmin,
    read: (db, context) => read(db, context, FRESH),
    cards: [
      {
        key: FRESH,
        title: 'Tickets nobody works on yet',
        unit: 'count',
        picture: 'number',
        on: { tickets: 12 },
        todo: { action: 'Take', by: m.TicketingAdmin },
        drill: {
          path: `${LIST}/open`,
          list: tickets.endpoints.list,
          filters: (context) => ensureFound(filtersOf[FRESH])(context),
          measures: 'rows',
        },
      },
    ],
  },
  {
    module: m.Ticketing,
    read: (db, context) => read(db, context, WAITING),
    cards: [
      {
        key: WAITING,
        title: 'Tickets waiting for us',
        unit: 'count',
        picture: 'number',
        on: { centre: 55, counsellor: 70 },
        todo: { action: 'Answer', by: m.Ticketing },
        drill: {
          path: `${LIST}/waiting`,
          list: tickets.endpoints.list,
          filters: (context) => ensureFound(filtersOf[WAITING])(context),
          measures: 'rows',
        },
      },
    ],
  },
];

export const ticketHealth: HealthMeasure = { key: 'tickets', totals: healthOf, rows: healthRows };
