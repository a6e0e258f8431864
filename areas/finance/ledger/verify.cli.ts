// npm run ledger:verify [-- --franchisee 12 --from 2026-04-01]
// One line per book. Exit 0: everything holds. 1: broken, entry and field are named. 2: could not be read.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '@aangan/server/postgres/database.ts';
import { startPostgres } from '@aangan/server/postgres/embedded-postgres.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type BookReport, verifyLedger } from './verify.server.ts';

const HOUR_MS = 3_600_000;

export function reportLine(book: BookReport): string {
  const label = `(${String(book.franchiseeId).padStart(3, '0')})`;
  if (book.findings.length === 0) return `ok      ${label} ${book.entries} entries, ${book.sealed} sealed`;
  return book.findings
    .map((f) =>
      `BROKEN  ${label} ${f.entryNo ?? ''} ${f.entryId ?? ''} ${f.field}: ${f.text}`.replace(/ {2,}/g, ' '),
    )
    .join('\n');
}

/** Prints the report and gives the exit code. */
export async function verifyCommand(
  url: string,
  args: readonly string[],
  print: (line: string) => void,
): Promise<0 | 1 | 2> {
  const { values } = parseArgs({
    args: [...args],
    options: { franchisee: { type: 'string' }, from: { type: 'string' }, 'seal-within': { type: 'string' } },
  });
  const database = openDatabase(url, { max: 1, statementTimeoutMs: HOUR_MS });
  try {
    const books = await inUnitOfWork(
      database,
      systemActor(),
      { command: 'ledger.verify', readOnly: true, timeoutMs: HOUR_MS },
      (db) =>
        verifyLedger(db, {
          ...(values.franchisee === undefined ? {} : { franchiseeId: Number(values.franchisee) }),
          ...(values.from === undefined ? {} : { from: values.from }),
          ...(values['seal-within'] === undefined ? {} : { sealWithinS: Number(values['seal-within']) }),
        }),
    );
    for (const book of books) print(reportLine(book));
    const broken = books.filter((book) => book.findings.length > 0);
    print(
      broken.length === 0
        ? `${books.length} books verified, ${books.reduce((n, book) => n + book.entries, 0)} entries, 0 findings`
        : `${broken.length} of ${books.length} books are broken`,
    );
    return broken.length === 0 ? 0 : 1;
  } catch (error) {
    print(`The ledger could not be read: ${(error as Error).message}`);
    return 2;
  } finally {
    await database.close();
  }
}

// bin/bootstrap.mjs may run this file in its own process, where import.meta.main is false.
if (import.meta.main || process.argv[1] === import.meta.filename) {
  const own = process.env.DATABASE_URL;
  const server = own
    ? undefined
    : await startPostgres({
        dataDir: path.resolve(import.meta.dirname, '../../../.aangan/postgres'),
        purpose: 'app',
      });
  const code = await verifyCommand(own ?? server?.url ?? '', process.argv.slice(2), console.log);
  await server?.stop();
  process.exit(code);
}
