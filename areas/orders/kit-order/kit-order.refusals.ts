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
  'order.not-open': [409, 'Only an order that is placed or confirmed can be cancelled.'],
  'order.packed': [409, 'Parcels of this order are packed. Ask the warehouse to unpack them first.'],
  'order.not-shipped': [409, 'Nothing of this order has left yet. Cancel the whole order.'],
  'order.nothing-open': [409, 'Everything of this order has left the warehouse.'],
  'order.no-credit-wait': [409, 'This order does not wait for credit.'],
});
