/** Labels that the lists, files and screens of stock share. */
export const stockLabels = { OK: 'In stock', LOW: 'Low', OUT: 'Out of stock' } as const;
export const movementLabels = {
  RECEIPT: 'Received',
  RESERVE: 'Held for an order',
  RELEASE: 'Given back',
  SHIP: 'Shipped',
  RETURN: 'Returned',
  WRITE_OFF: 'Written off',
  TRANSFER_OUT: 'Moved out',
  TRANSFER_IN: 'Moved in',
  ASSEMBLE_OUT: 'Used in a kit',
  ASSEMBLE_IN: 'Kit packed',
  COUNT: 'Counted',
} as const;
export const inboundLabels = {
  EXPECTED: 'Expected',
  PART: 'Partly received',
  RECEIVED: 'Received',
  CANCELLED: 'Cancelled',
} as const;
export type MovementKind = keyof typeof movementLabels;
