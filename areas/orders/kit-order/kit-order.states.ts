/** PENDING is said "Placed" (areas/orders.md decision 5). Nobody sets a status: settle-order computes it. */
export const orderLabels = {
  PENDING: 'Placed',
  CONFIRMED: 'Confirmed',
  SHIPPED: 'Shipped',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
  FAIL: 'Fail',
} as const;
export type OrderStatus = keyof typeof orderLabels;

export const paymentModes = {
  ONLINE: 'Online',
  CREDIT: 'Credit',
  BANK_TRANSFER: 'Bank transfer',
  NIL: 'Nothing to pay',
} as const;
export type PaymentMode = keyof typeof paymentModes;

export const QUOTE_MINUTES = 15;
export const ONLINE_HOLD_MINUTES = 30;
export const TRANSFER_HOLD_DAYS = 7;
/** Head office's people with this code let one order through above its centre's limit. */
export const CREDIT_OVERRIDE = 'ORDER_CREDIT_OVERRIDE';
