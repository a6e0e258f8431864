import { refusals } from '@aangan/contract/refusal.ts';

export const refusePayment = refusals({
  'payment.nothing-due': [409, 'There is nothing to pay here.'],
  'payment.already-confirmed': [409, 'This payment has been confirmed. The receipt is ready.'],
  'payment.not-waiting': [409, 'This payment does not wait for approval any more.'],
  'payment.own': [403, 'You recorded this payment, so another person has to approve it.'],
  'payment.signature': [
    422,
    'The payment could not be verified. No money is lost: the bank’s own message will settle it.',
  ],
  'payment.gateway-away': [
    503,
    'The payment service does not answer. Nothing was taken. Try again in a minute.',
  ],
  'payment.older-first': [422, 'Please pay {instalment} first.'],
  'payment.amount': [422, 'The amount does not fit what is open.'],
  'payment.too-little': [422, 'Pay at least {min} or the whole {open}.'],
  'payment.below-online': [422, 'Less than ₹1.00 cannot be paid online. Pay it at the centre.'],
  'payment.whole-only': [422, 'Please pay the whole {open} of {instalment}.'],
  'payment.not-cleared': [409, 'Enter the clearing date first.'],
  'payment.post-dated': [409, 'This cheque is dated {date}. It cannot be booked before that day.'],
  'payment-exception.resolved': [409, 'This exception has been resolved already.'],
  'payment.reference-used': [409, 'This bank reference was used for another payment.'],
  'payment.cash-limit': [
    422,
    'Cash of ₹2,00,000 or more from one payer on one day cannot be taken. Use a bank transfer.',
  ],
  'payment.too-old': [
    422,
    'The money was received more than {days} days ago. Record it with today’s date and say so in the note.',
  ],
});
