import { refusals } from '@aangan/contract/refusal.ts';

export const refuseClaim = refusals({
  'claim.not-delivered': [409, 'This parcel has not arrived yet.'],
  'claim.window-closed': [409, 'The claim window closed on {date}.'],
  'claim.parcel-window': [
    409,
    'A parcel that did not arrive at all has to be reported within {hours} hours of its delivery. Call head office.',
  ],
  'claim.too-many': [422, 'At most {n} can be claimed.'],
  'claim.line-missing': [422, 'Decide on every line of the claim.'],
  'claim.no-invoice': [
    422,
    'Nothing of this parcel can be credited: it left without an invoice, or all of it is credited. Replace it or give nothing.',
  ],
  'claim.credit-waits': [409, 'Finance decides on its credit note first.'],
  'claim.nothing-to-order': [409, 'Nothing of it waits for a replacement.'],
  'claim.not-free': [409, 'The centre caused it: its replacement is paid.'],
  'claim.free': [409, 'This replacement is free. Order it without payment.'],
});
