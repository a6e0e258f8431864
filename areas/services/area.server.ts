import { serve } from '@aangan/server/endpoint/handle.ts';
import { services } from './area.ts';
import { offerJob } from './assigned/wait-list-offer.server.ts';
import { endJob, holdJob } from './assignment/hold-jobs.server.ts';
import { openFromAdmission } from './enquiry/create-enquiry.server.ts';
import {
  serviceEnquirySearch,
  serviceEnquiryWork,
  serviceHomeCards,
} from './enquiry/enquiry-extras.server.ts';
import { serviceWasPaid } from './payment/service-payment.server.ts';

export const servicesServer = serve(
  services,
  [
    await import('./assigned/assigned-service.server.ts'),
    await import('./assigned/change-service.server.ts'),
    await import('./assigned/wait-list-offer.server.ts'),
    await import('./assignment/decide-service.server.ts'),
    await import('./assignment/save-assignment.server.ts'),
    await import('./assignment/service-approval.listing.server.ts'),
    await import('./assignment/service-assignment.queries.server.ts'),
    await import('./assignment/service-plan.server.ts'),
    await import('./assignment/wait-list.server.ts'),
    await import('./services-setting-forms.server.ts'),
    await import('./enquiry/create-enquiry.server.ts'),
    await import('./enquiry/enquiry-choices.server.ts'),
    await import('./enquiry/enquiry-steps.server.ts'),
    await import('./enquiry/service-enquiry.listing.server.ts'),
    await import('./enquiry/services-board.server.ts'),
    await import('./offering/fare-slab.server.ts'),
    await import('./offering/save-offering.server.ts'),
    await import('./offering/service-offering.listing.server.ts'),
    await import('./payment/service-payment.server.ts'),
  ],
  {
    outbox: {
      'services.open-service-enquiry': openFromAdmission,
      'services.service-paid': serviceWasPaid,
    },
    search: [serviceEnquirySearch],
    openWork: [serviceEnquiryWork],
    homeCards: serviceHomeCards,
    jobs: [holdJob, offerJob, endJob],
  },
);
