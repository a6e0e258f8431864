import { refusals } from '@aangan/contract/refusal.ts';

export const refuseServices = refusals({
  'service-offering.exists': [409, '{service} is open in {year} already. Change that offering instead.'],
  'service-offering.not-sold': [409, '{service} is not sold any more. Set it active first.'],
  'service-offering.slab-taken': [409, 'Slab {slab} has a plan for this direction already. Change that one.'],
  'service-offering.slab-overlap': [409, 'These distances overlap another slab of the same direction.'],
  'service-offering.plan-not-approved': [
    409,
    'Choose an approved service plan of {year}. Finance approves plans under Fee configuration.',
  ],
});
