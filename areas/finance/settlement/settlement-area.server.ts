import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import { importSettlements } from '../gateway/import-settlements.server.ts';
import { buildSettlementsJob } from './build-settlement.server.ts';
import { settlementSentWorker } from './settlement-message.server.ts';

export const settlementJobs = [importSettlements, buildSettlementsJob] satisfies AreaExtras['jobs'];
export const settlementOutbox: NonNullable<AreaExtras['outbox']> = {
  'finance.settlement-sent': settlementSentWorker,
};
export const settlementFiles = [
  await import('./build-settlement.server.ts'),
  await import('./decide-settlement.server.ts'),
  await import('./settlement.listing.server.ts'),
  await import('./settlement.queries.server.ts'),
  await import('./settlement-utr.server.ts'),
  await import('./transfer-settlement.server.ts'),
];
