import { refusals } from '@aangan/contract/refusal.ts';

export const refuseServices = refusals({
  'service-enquiry.duplicate': [409, '{child} already has an open enquiry {code} for {service}.'],
  'service-enquiry.age': [422, '{service} is for {from} to {to}.'],
  'service-enquiry.not-offered': [
    409,
    'This service is not offered here this year. Open it under Services first.',
  ],
  'service-enquiry.students-only': [422, '{service} is for children enrolled at this centre.'],
  'service-enquiry.outside-offering': [422, '{service} runs from {from} to {to}.'],
  'service-enquiry.no-contact': [
    409,
    'No guardian of {child} has a mobile number. Add it to the child first.',
  ],
  'service-enquiry.assigned': [409, 'A plan rests on this wish. Take the plan back first.'],
  'service.full': [409, 'All {seats} seats are taken on these days. Put the child on the wait list.'],
  'service.not-full': [409, 'A seat is free on these days. Choose the plan instead.'],
  'service.no-wait-list': [409, '{service} keeps no wait list here.'],
  'service.overlap': [409, '{service} already runs until {until}.'],
  'service.no-plan': [409, 'This is no approved plan of the service. Choose one of the list.'],
  'service.no-slab': [409, 'No fare slab covers {metres} m in this direction. Add it under Services.'],
  'service.outside-offering': [422, '{service} runs from {from} to {to}.'],
  'service.past': [422, 'A service begins at most 7 days back, and then the note says why.'],
  'service.own': [403, 'You prepared this service; another person approves it.'],
  'service.not-pending': [409, 'This service is now: {status}.'],
  'service.not-billed': [409, 'This service is not approved yet, so nothing can be paid for it.'],
  'service.paid': [409, 'The family has paid for this service, so it cannot be withdrawn.'],
  'service-offering.seats-below-used': [
    409,
    '{used} children hold seats on one day; you cannot set {seats}.',
  ],
  'service-offering.exists': [409, '{service} is open in {year} already. Change that offering instead.'],
  'service-offering.not-sold': [409, '{service} is not sold any more. Set it active first.'],
  'service-offering.slab-taken': [409, 'Slab {slab} has a plan for this direction already. Change that one.'],
  'service-offering.slab-overlap': [409, 'These distances overlap another slab of the same direction.'],
  'service-offering.plan-not-approved': [
    409,
    'Choose an approved plan of this service for {year}. Finance approves plans under Fee configuration.',
  ],
});
