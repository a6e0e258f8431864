import * as credit from './credit.server.ts';
import * as desk from './desk.server.ts';
import { holdExpiry } from './hold-expiry.server.ts';
import { registerKitOrderPayments } from './order-payment.server.ts';
import * as placeOrder from './place-order.server.ts';
import * as quote from './quote.server.ts';

registerKitOrderPayments();

export const kitOrderServer = [desk, quote, placeOrder, credit] as const;
export const kitOrderJobs = [holdExpiry];
