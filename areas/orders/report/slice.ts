import { purchaseReports, tatReports } from './order-report.contract.ts';
import { kitReport, orderReport } from './order-report.listing.ts';

/** What the reports area shows of orders. */
export const orderReportSlice = {
  contracts: [
    orderReport.endpoints,
    kitReport.endpoints,
    ...[...purchaseReports, ...tatReports].map(({ endpoints }) => endpoints),
  ],
} as const;
