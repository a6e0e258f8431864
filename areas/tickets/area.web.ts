import { loadScreens } from '@aangan/web/screens.ts';
import { ticketsScreens } from './screens.ts';

export const ticketsWeb = loadScreens(ticketsScreens, {
  '/ticketing-bees/create-bees-ticket': () =>
    import('./ticket/create-ticket.tsx').then((m) => m.CreateTicket),
  '/ticketing-bees/bees-ticket-list/{ticketstatus}': () =>
    import('./ticket/ticket-list.tsx').then((m) => m.TicketList),
  '/ticketing-bees/action/{id}': () => import('./ticket/ticket-action.tsx').then((m) => m.TicketAction),
  '/ticketing-bees/matrix-list': () => import('./matrix/matrix-list.tsx').then((m) => m.MatrixList),
  '/ticketing-bees/create-matrix': () => import('./matrix/matrix-form.tsx').then((m) => m.CreateMatrix),
  '/ticketing-bees/editTicketMatrix/{id}': () => import('./matrix/matrix-form.tsx').then((m) => m.EditMatrix),
});
