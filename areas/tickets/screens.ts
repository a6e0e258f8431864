import { screens } from '@aangan/contract/screens.ts';
import { ticketsModules as m } from './modules.ts';

export const ticketsScreens = screens('tickets', 'Tickets', {
  '/ticketing-bees/create-bees-ticket': {
    title: 'New ticket',
    module: [m.Ticketing, m.TicketingAdmin],
    write: true,
  },
  '/ticketing-bees/bees-ticket-list/{ticketstatus}': {
    title: 'Tickets',
    module: [m.Ticketing, m.TicketingAdmin],
  },
  '/ticketing-bees/action/{id}': { title: 'Ticket', module: [m.Ticketing, m.TicketingAdmin], write: true },
  '/ticketing-bees/matrix-list': { title: 'Ticket matrix', module: m.TicketMetrix },
  '/ticketing-bees/create-matrix': { title: 'New matrix row', module: m.TicketMetrix, write: true },
  '/ticketing-bees/editTicketMatrix/{id}': { title: 'Matrix row', module: m.TicketMetrix, write: true },
});
