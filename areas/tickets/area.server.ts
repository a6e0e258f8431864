import { serve } from '@aangan/server/endpoint/handle.ts';
import { tickets } from './area.ts';

export const ticketsServer = serve(tickets, [
  await import('./group/ticket-group.server.ts'),
  await import('./hours/working-hours.server.ts'),
  await import('./matrix/matrix.server.ts'),
  await import('./ticket/ticket-messages.server.ts'),
  await import('./ticket/ticket-steps.server.ts'),
  await import('./ticket/ticket-view.server.ts'),
  await import('./ticket/ticket.listing.server.ts'),
]);
