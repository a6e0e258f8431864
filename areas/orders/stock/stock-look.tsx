import { stateTable } from '@aangan/web/ui/state-look.ts';

// Words and tones of the states of stock, declared once for every list and screen.
stateTable('stock', {
  OK: ['success', 'In stock'],
  LOW: ['warning', 'Low'],
  OUT: ['danger', 'Out of stock'],
});
stateTable('stock-movement', {
  RECEIPT: ['success', 'Received'],
  RESERVE: ['info', 'Held for an order'],
  RELEASE: ['neutral', 'Given back'],
  SHIP: ['neutral', 'Shipped'],
  RETURN: ['success', 'Returned'],
  WRITE_OFF: ['danger', 'Written off'],
  TRANSFER_OUT: ['neutral', 'Moved out'],
  TRANSFER_IN: ['success', 'Moved in'],
  ASSEMBLE_OUT: ['neutral', 'Used in a kit'],
  ASSEMBLE_IN: ['success', 'Kit packed'],
  COUNT: ['warning', 'Counted'],
});
stateTable('stock-inbound', {
  EXPECTED: ['info', 'Expected'],
  PART: ['warning', 'Partly received'],
  RECEIVED: ['success', 'Received'],
  CANCELLED: ['neutral', 'Cancelled'],
});
