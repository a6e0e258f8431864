import { refusals } from '@aangan/contract/refusal.ts';

export const refuseStock = refusals({
  'stock.negative': [409, '{product}: only {n} free in {warehouse}.'],
  'stock.held': [
    409,
    '{n} of {product} are held for orders ({orders}). Ship or cancel them before you count fewer.',
  ],
  'stock.no-cost': [409, 'There is no cost to count these pieces in at. Receive them instead.'],
  'order.out-of-stock': [
    409,
    'Only {n} of {product} can be promised. Take them, wait until {date}, or remove the line.',
  ],
  'stock-inbound.closed': [409, 'Nothing more is expected of it.'],
  'stock-inbound.too-many': [409, 'Only {n} are still expected. Receive what comes on top without an order.'],
  'stock-inbound.twice': [409, 'This order number has an entry for this product and warehouse already.'],
});
