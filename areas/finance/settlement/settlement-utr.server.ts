import { todayIst } from '@aangan/contract/period.ts';
import type { ImportAt } from '@aangan/server/file-import/import-types.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { settlementUtrs } from './settlement-utr.contract.ts';
import { paySettlement } from './transfer-settlement.server.ts';

const byNumber = async (db: Db, numbers: readonly string[]) =>
  new Map(
    (
      await db
        .selectFrom('settlement_batch')
        .select(['id', 'number', 'net', 'status', 'initiated_on'])
        .where('number', 'in', numbers.length > 0 ? numbers : [''])
        .execute()
    ).map((row) => [row.number, row]),
  );

/** UTRs of payouts that are at the bank; each row is a payment of its own. */
export const settlementUtrHandlers = serveImport(settlementUtrs, {
  check: async (db, rows, at: ImportAt) => {
    const found = await byNumber(
      db,
      rows.flatMap(({ values }) => (values.number ? [values.number] : [])),
    );
    const utrs = rows.flatMap(({ values }) => (values.utr ? [values.utr] : []));
    const used = new Set(
      (
        await db
          .selectFrom('provider_reference')
          .select('ref')
          .where('provider', '=', 'bank')
          .where('kind', '=', 'UTR')
          .where('ref', 'in', utrs.length > 0 ? utrs : [''])
          .execute()
      ).map(({ ref }) => ref),
    );
    const seen = new Set<string>();
    for (const row of rows) {
      const { number, utr, amount, paidOn } = row.values;
      const batch = number === undefined ? undefined : found.get(number);
      if (number !== undefined && !batch) row.fault('number', 'There is no such payout');
      else if (batch && batch.status !== 'INITIATED') row.fault('number', 'This payout is not at the bank');
      if (batch && amount !== undefined && amount !== batch.net)
        row.fault('amount', 'The payout is of another amount');
      if (utr && (used.has(utr) || seen.has(utr))) row.fault('utr', 'This UTR is used already');
      if (utr) seen.add(utr);
      if (paidOn && paidOn > todayIst(at.now)) row.fault('paidOn', 'This day is still to come');
      else if (paidOn && batch?.initiated_on && paidOn < batch.initiated_on)
        row.fault('paidOn', 'Before the day it was given to the bank');
    }
  },
  save: async (db, rows) => {
    const found = await byNumber(
      db,
      rows.map(({ number }) => number),
    );
    for (const { number, utr, paidOn } of rows) {
      const batch = found.get(number);
      if (batch)
        await paySettlement(db, await lockRow(db, 'settlement_batch', batch.id), { utr, on: paidOn });
    }
  },
  writes: ['settlement_batch'],
});
