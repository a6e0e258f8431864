// What tickets offer to other areas (areas/tickets.md 7).
export { openOf, raise, targetShare, ticketsOf, type WantedTicket } from './offers.server.ts';
