import { serve } from '@aangan/server/endpoint/handle.ts';
import { tickets } from './area.ts';
import { slaFireJob } from './escalation/fire-events.server.ts';
import { ticketAutoJob, ticketDigestJob } from './escalation/ticket-jobs.server.ts';
import { ticketHealth, ticketHomeCards, ticketSearch, ticketWork } from './ticket-extras.server.ts';

export const ticketsServer = serve(
  tickets,
  [
    await import('./group/ticket-group.server.ts'),
    await import('./hours/working-hours.server.ts'),
    await import('./matrix/matrix.server.ts'),
    await import('./ticket/ticket-messages.server.ts'),
    await import('./ticket/ticket-steps.server.ts'),
    await import('./ticket/ticket-subject.server.ts'),
    await import('./ticket/ticket-view.server.ts'),
    await import('./ticket/ticket.listing.server.ts'),
  ],
  {
    jobs: [slaFireJob, ticketAutoJob, ticketDigestJob],
    search: [ticketSearch],
    homeCards: ticketHomeCards,
    openWork: [ticketWork],
    healthMeasures: [ticketHealth],
  },
);
