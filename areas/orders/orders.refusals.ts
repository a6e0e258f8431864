import { refusals } from '@aangan/contract/refusal.ts';

export const refuseOrders = refusals({
  'approval.second-level': [403, 'You already approved an earlier level.'],
});
