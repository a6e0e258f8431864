import { refusals } from '@aangan/contract/refusal.ts';

export const refuseWow = refusals({
  'wow-order.no-bom': [409, 'No bill of material of this model is active. Ask the product team.'],
  'wow-order.no-price': [409, '{product} has no approved price yet. Ask the product team.'],
  'wow-order.not-in-bom': [422, '{product} is not part of this model’s WOW kit.'],
  'wow-order.bounds': [422, '{product}: take {min} to {max} pieces.'],
  'wow-order.not-revised': [409, 'Only a rejected order is revised, and once.'],
  'wow-order.bom-changed': [409, 'The bill of material has changed. Look at the pieces again.'],
  'wow-order.not-approved': [409, 'The WOW kit is not approved yet.'],
  'wow-order.confirmed': [409, 'This WOW kit is confirmed already, as order {no}.'],
  'wow-order.price-changed': [
    409,
    'Prices have changed since it was approved. Look at them and accept the new total.',
  ],
});
