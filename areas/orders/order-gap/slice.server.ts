import * as orderGap from './order-gap.server.ts';

export const orderGapServer = [orderGap] as const;
