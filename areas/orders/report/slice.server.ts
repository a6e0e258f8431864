import * as lists from './order-report.listing.server.ts';
import * as purchase from './purchase-report.server.ts';
import * as tat from './tat-report.server.ts';

export const orderReportServer = [lists, purchase, tat] as const;
