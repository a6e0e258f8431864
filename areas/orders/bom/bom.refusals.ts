import { refusals } from '@aangan/contract/refusal.ts';

export const refuseBom = refusals({
  'bom.locked': [409, 'This version is under review. Make a new version.'],
  'bom.in-use': [409, 'WOW kit orders wait on this version. Decide them first.'],
  'bom.active-exists': [409, 'Version {n} of this model is active. Deactivate it first.'],
  'bom.not-copied': [409, 'This version is under review. Wait for its decision.'],
  'bom.product-not-mapped': [422, '{product} is not offered in WOW kits. Take it out of the list.'],
});
