import { loadScreens } from '@aangan/web/screens.ts';
import { ticketsScreens } from './screens.ts';

export const ticketsWeb = loadScreens(ticketsScreens, {
  '/ticketing-bees/matrix-list': () => import('./matrix/matrix-list.tsx').then((m) => m.MatrixList),
  '/ticketing-bees/create-matrix': () => import('./matrix/matrix-form.tsx').then((m) => m.CreateMatrix),
  '/ticketing-bees/editTicketMatrix/{id}': () => import('./matrix/matrix-form.tsx').then((m) => m.EditMatrix),
});
