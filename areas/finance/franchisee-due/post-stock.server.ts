// What orders posts of its warehouses through finance (areas/README §3, event #32): goods in, goods lost, goods counted.
import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type AccountCode, HEAD_OFFICE } from '../ledger/chart.ts';
import { openDay, postEntry } from '../ledger/post-entry.server.ts';
import type { LedgerSource } from '../ledger/sources.ts';

const KINDS = {
  RECEIVED: { source: 'stock.received', against: '2620' },
  WRITTEN_OFF: { source: 'stock.written-off', against: '5530' },
  COUNTED: { source: 'stock.counted', against: '5530' },
} as const satisfies Record<string, { source: LedgerSource; against: AccountCode }>;

export interface StockPosting {
  readonly kind: keyof typeof KINDS;
  /** Paise by which the inventory grows; below zero what leaves it. */
  readonly amount: number;
  /** The group of movements: with the kind every posting is made once. */
  readonly sourceId: string;
  readonly on: Day;
  readonly narration: string;
}

/** Books a change of the inventory in head office's book. Goods without a cost post nothing. Caller: the network's scope. */
export async function postStock(
  db: Db,
  { kind, amount, sourceId, on, narration }: StockPosting,
): Promise<void> {
  if (amount === 0) return;
  const { source, against } = KINDS[kind];
  await postEntry(db, {
    source,
    sourceId,
    franchiseeId: HEAD_OFFICE,
    effectiveOn: await openDay(db, HEAD_OFFICE, on),
    narration,
    lines: [
      { account: '1600', amount },
      { account: against, amount: -amount },
    ],
  });
}
