import { modules } from '@aangan/contract/area.ts';

/** Who raises and follows, who works the queue, who keeps the matrix (areas/tickets.md 1). */
export const ticketsModules = modules({
  Ticketing: { title: 'Ticketing' },
  TicketingAdmin: { title: 'Ticketing admin' },
  TicketMetrix: { title: 'Ticket matrix' },
});
