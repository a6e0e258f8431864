import { refusals } from '@aangan/contract/refusal.ts';

export const refuseAllocation = refusals({
  'kit-allocation.live': [409, 'An order has this kit. Cancel the order first.'],
  'kit-allocation.exists': [409, '{child} has this kit already.'],
  'kit-allocation.by-upload': [409, 'WOW kits are allocated by upload, with their model.'],
});
