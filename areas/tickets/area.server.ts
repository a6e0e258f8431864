import { serve } from '@aangan/server/endpoint/handle.ts';
import { tickets } from './area.ts';

export const ticketsServer = serve(tickets, [
  await import('./group/ticket-group.server.ts'),
  await import('./hours/working-hours.server.ts'),
  await import('./matrix/matrix.server.ts'),
]);
