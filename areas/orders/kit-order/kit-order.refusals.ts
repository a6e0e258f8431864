import { refusals } from '@aangan/contract/refusal.ts';

export const refuseOrder = refusals({
  'order.quote-changed': [409, 'Prices or stock changed. Please look at the new total.'],
  'order.already-ordered': [409, '{child} already has {kit} (order {no}).'],
  'order.not-eligible': [422, '{child}: {reason}.'],
  'order.no-price': [409, '{product} has no price yet. Ask head office.'],
  'order.no-warehouse': [409, 'No warehouse delivers to this centre yet. Ask head office.'],
  'order.credit-exceeded': [409, 'The order is {amount} above the credit limit.'],
  'order.credit-none': [409, 'Head office has given this centre no credit. Choose another way to pay.'],
  'order.overdue': [409, 'Orders are on hold: {amount} is {days} days overdue.'],
  'order.not-nil': [409, 'There is something to pay. Choose how.'],
  'order.nil': [409, 'There is nothing to pay. Place it without payment.'],
});
