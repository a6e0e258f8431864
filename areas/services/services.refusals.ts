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
  'service-offering.exists': [409, '{service} is open in {year} already. Change that offering instead.'],
  'service-offering.not-sold': [409, '{service} is not sold any more. Set it active first.'],
  'service-offering.slab-taken': [409, 'Slab {slab} has a plan for this direction already. Change that one.'],
  'service-offering.slab-overlap': [409, 'These distances overlap another slab of the same direction.'],
  'service-offering.plan-not-approved': [
    409,
    'Choose an approved plan of this service for {year}. Finance approves plans under Fee configuration.',
  ],
});
