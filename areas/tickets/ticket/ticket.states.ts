import { transitions } from '@aangan/contract/states.ts';

export const ticketLabels = {
  NEW: 'New',
  OPEN: 'Open',
  WAITING_ON_CENTRE: 'Waiting on centre',
  ON_HOLD: 'On hold',
  REOPENED: 'Reopened',
  RESOLVED: 'Resolved',
  CLOSED: 'Closed',
} as const;
export type TicketStatus = keyof typeof ticketLabels;

/** As areas/tickets.md 2: what is not here is refused with the status. */
export const ticketStates = transitions({
  NEW: { take: 'OPEN', answer: 'OPEN', merge: 'CLOSED', withdraw: 'CLOSED' },
  OPEN: {
    take: 'OPEN',
    answer: 'OPEN',
    ask: 'WAITING_ON_CENTRE',
    hold: 'ON_HOLD',
    resolve: 'RESOLVED',
    merge: 'CLOSED',
  },
  WAITING_ON_CENTRE: {
    answer: 'WAITING_ON_CENTRE',
    centre: 'OPEN',
    resume: 'OPEN',
    resolve: 'RESOLVED',
    merge: 'CLOSED',
  },
  ON_HOLD: { answer: 'ON_HOLD', resume: 'OPEN', merge: 'CLOSED' },
  REOPENED: { take: 'OPEN', answer: 'OPEN', merge: 'CLOSED' },
  RESOLVED: { confirm: 'CLOSED', reopen: 'REOPENED' },
  CLOSED: { reopen: 'REOPENED' },
});

export const isDone = (status: TicketStatus): boolean => status === 'RESOLVED' || status === 'CLOSED';

export const slaLabels = {
  ON_TIME: 'On time',
  WARNED: 'Nearly due',
  BREACHED: 'Late',
  PAUSED: 'Paused',
  MET: 'In time',
  FAILED: 'Was late',
} as const;
export type SlaState = keyof typeof slaLabels;

export const sourceLabels = {
  SCREEN: 'Screen',
  AUDIT: 'Audit',
  PAYMENT: 'Payment',
  DAMAGE: 'Damage claim',
  REVIEW: 'Review',
  SOP: 'SOP',
  API: 'API',
  LOG_BOOK: 'Log book',
  CONVERSATION: 'Conversation',
} as const;

export const kindLabels = {
  TICKET_FRANCHISEE: 'Centre',
  TICKET_ADMIN: 'Head office',
  SYSTEM: 'Aangan',
} as const;
export type TicketKind = keyof typeof kindLabels;
/** The user kinds of the specification by name. */
export const ticketKinds = Object.fromEntries(Object.keys(kindLabels).map((kind) => [kind, kind])) as {
  readonly [K in TicketKind]: K;
};

/** Tabs of /ticketing-bees/bees-ticket-list/{ticketstatus}. */
export const slugLabels = {
  open: 'Open',
  new: 'New',
  waiting: 'Waiting',
  'on-hold': 'On hold',
  reopened: 'Reopened',
  resolved: 'Resolved',
  closed: 'Closed',
  breached: 'Late',
  mine: 'Mine',
  unassigned: 'Unassigned',
  all: 'All',
} as const;
export type TicketSlug = keyof typeof slugLabels;
export const slugOf = (text: string | undefined): TicketSlug =>
  text !== undefined && Object.hasOwn(slugLabels, text) ? (text as TicketSlug) : 'open';
