import { refusals } from '@aangan/contract/refusal.ts';

export const refuseTracking = refusals({
  'parcel.not-left': [409, '{parcel} has not left yet.'],
  'parcel.future': [422, 'Enter a time that has passed, and not before the parcel left.'],
  'parcel.failed': [
    409,
    '{parcel} came back or was lost, and what was in it is made good. Call head office.',
  ],
  'receipt.again': [409, 'What came with {parcel} is counted already. Claim what was found afterwards.'],
  'receipt.lines': [422, '{child}: good, damaged and missing must be {n} together.'],
  'receipt.all': [422, 'Count every kit of the parcel.'],
});
