import { refusals } from '@aangan/contract/refusal.ts';

export const refuseOrders = refusals({
  'orders.network-only': [403, 'Head office keeps this. Ask its product team.'],
  'approval.second-level': [403, 'You already approved an earlier level.'],
});
