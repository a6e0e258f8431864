// Whose bell rings for a step of a ticket. Nobody hears of their own steps.
import { formatDateTime } from '@aangan/contract/period.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { notify } from '../../shell/public.server.ts';

type Ticket = RowIn<'ticket'>;

interface Told {
  /** As it stands after the step. */
  readonly ticket: Ticket;
  readonly seq: number;
  readonly kind: string;
  readonly title: string;
  readonly body?: string | undefined;
  readonly by?: string | null;
}

const MOST = 100;

export async function tell(db: Db, to: readonly (string | null | undefined)[], told: Told): Promise<void> {
  const { ticket } = told;
  for (const userId of new Set(to.filter((one) => one && one !== told.by) as string[]))
    await notify(db, {
      userId,
      kind: told.kind,
      title: `${told.title}: ${ticket.subject}`,
      body: [ticket.ticket_no, told.body].filter(Boolean).join('. ').slice(0, 300),
      link: `/ticketing-bees/action/${ticket.id}`,
      franchiseeId: ticket.franchisee_id,
      sourceArea: 'tickets',
      dedupeKey: `ticket:${ticket.id}:${told.seq}:${told.kind}`,
    });
}

export const leadOf = async (db: Db, ticket: Ticket): Promise<string | null> =>
  (
    await db
      .selectFrom('ticket_group')
      .select('lead_user_id')
      .where('id', '=', ticket.owner_group_id)
      .executeTakeFirst()
  )?.lead_user_id ?? null;

const askers = async (db: Db, ticket: Ticket): Promise<(string | null)[]> => [
  ticket.raised_by,
  ...(
    await db
      .selectFrom('ticket_watcher')
      .select('user_id')
      .where('franchisee_id', '=', ticket.franchisee_id)
      .where('ticket_id', '=', ticket.id)
      .limit(MOST)
      .execute()
  ).map(({ user_id }) => user_id),
];

interface Stepped {
  readonly before: Ticket;
  readonly ticket: Ticket;
  readonly action: string;
  readonly seq: number;
  readonly by: string | null;
}

/** Titles of what the asking side hears, by action. */
const toAskers: Readonly<Record<string, readonly [kind: string, title: string, body: string]>> = {
  answer: ['ticket.answered', 'Answered', 'Head office wrote to you.'],
  ask: ['ticket.needs-you', 'Your answer is needed', 'The clock stands still until you answer.'],
  remind: ['ticket.waiting-reminder', 'Your answer is still needed', 'Without one it is resolved.'],
  resolve: ['ticket.resolved', 'Resolved', 'Confirm it and give stars, or reopen it within 7 days.'],
  silence: ['ticket.resolved', 'Resolved without an answer', 'Reopen it within 7 days if it is not.'],
};
const toOwner: Readonly<Record<string, readonly [kind: string, title: string]>> = {
  reply: ['ticket.answered', 'The centre wrote'],
  reopen: ['ticket.reopened', 'Reopened'],
  silence: ['ticket.resolved', 'Resolved, the centre was silent'],
  'resume-day': ['ticket.assigned', 'To go on with today'],
};

export async function tellStep(db: Db, step: Stepped): Promise<void> {
  const { before, ticket, action, seq, by } = step;
  const shared = { ticket, seq, by };
  const asking = toAskers[action];
  if (asking) {
    const [kind, title, body] = asking;
    await tell(db, await askers(db, ticket), { ...shared, kind, title, body });
  }
  const owning = toOwner[action];
  if (owning) {
    const [kind, title] = owning;
    await tell(db, [ticket.owner_id ?? (await leadOf(db, ticket))], { ...shared, kind, title });
  }
  const created = action === 'create';
  if (created && ticket.raised_by)
    await notify(db, {
      userId: ticket.raised_by,
      kind: 'ticket.created',
      title: `Ticket ${ticket.ticket_no} created`,
      body: ticket.response_due_at
        ? `First answer by ${formatDateTime(ticket.response_due_at)}.`
        : ticket.subject,
      link: `/ticketing-bees/action/${ticket.id}`,
      franchiseeId: ticket.franchisee_id,
      sourceArea: 'tickets',
      dedupeKey: `ticket:${ticket.id}:created`,
    });
  if (!created && ticket.owner_id === before.owner_id) return;
  if (ticket.owner_id)
    await tell(db, [ticket.owner_id], { ...shared, kind: 'ticket.assigned', title: 'Yours' });
  else
    await tell(db, [await leadOf(db, ticket)], {
      ...shared,
      kind: 'ticket.assigned',
      title: 'Nobody has it yet',
      body: `No one is available in ${ticket.department}.`,
    });
}
