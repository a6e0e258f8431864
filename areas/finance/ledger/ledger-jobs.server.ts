import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { compactTally } from '../dashboard/tally.server.ts';
import { sealAllBooks } from './seal-entries.server.ts';
import { takeSnapshot } from './snapshot.server.ts';
import { verifyLedger } from './verify.server.ts';

/** Chains finished entries of every book. */
export const sealLedger: JobDeclaration = {
  name: 'finance.ledger-seal',
  title: 'Seal the ledger',
  schedule: '*/5 * * * * *',
  onMiss: 'SKIP',
  maxLateS: 60,
  timeoutS: 120,
  run: (tools) => sealAllBooks(tools),
};

export const snapshotLedger: JobDeclaration = {
  name: 'finance.ledger-snapshot',
  title: 'Head office balances',
  schedule: '0 * * * * *',
  onMiss: 'SKIP',
  maxLateS: 120,
  timeoutS: 60,
  run: async (tools) => ({ ok: await tools.work(null, (db) => takeSnapshot(db)), failed: 0 }),
};

/** Keeps the running totals of the dashboard short; their sums stay the same. */
export const compactTallyJob: JobDeclaration = {
  name: 'finance.tally-melt',
  title: 'Finance totals',
  schedule: '30 */5 * * * *',
  onMiss: 'SKIP',
  maxLateS: 900,
  timeoutS: 60,
  run: async (tools) => ({ ok: await tools.work(null, (db) => compactTally(db)), failed: 0 }),
};

/** Recomputes every book, each night and on demand; the result is what the overview shows. */
export const verifyLedgerJob: JobDeclaration = {
  name: 'finance.ledger-verify',
  title: 'Verify the ledger',
  schedule: '0 2 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 3600,
  run: async (tools) =>
    tools.work(null, async (db) => {
      const books = await verifyLedger(db);
      const findings = books.flatMap((book) =>
        book.findings.map((f) =>
          `(${String(f.franchiseeId).padStart(3, '0')}) ${f.entryNo ?? ''} ${f.field}: ${f.text}`.replace(
            / {2,}/g,
            ' ',
          ),
        ),
      );
      const entries = books.reduce((sum, book) => sum + book.entries, 0);
      await db
        .insertInto('ledger_check')
        .values({
          kind: 'VERIFY',
          ok: findings.length === 0,
          entries,
          findings: JSON.stringify(findings.slice(0, 200)),
        })
        .execute();
      return {
        ok: books.filter((book) => book.findings.length === 0).length,
        failed: books.filter((book) => book.findings.length > 0).length,
      };
    }),
};
