import { refusals } from '@aangan/contract/refusal.ts';

export const refuseClaim = refusals({
  'claim.not-delivered': [409, 'Nothing of this order has arrived yet.'],
  'claim.window-closed': [409, 'The claim window closed on {date}.'],
  'claim.too-many': [422, 'At most {n} can be claimed.'],
  'claim.line-missing': [422, 'Decide on every line of the claim.'],
  'claim.no-credit': [
    422,
    'Nothing of this order is invoiced: there is nothing to credit. Replace it instead.',
  ],
  'claim.nothing-to-order': [409, 'Nothing of it waits for a replacement.'],
  'claim.not-free': [409, 'The centre caused it: its replacement is paid.'],
  'claim.free': [409, 'This replacement is free. Order it without payment.'],
});
