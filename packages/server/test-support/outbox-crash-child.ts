// A worker process for outbox.test.ts, killed with SIGKILL over and over: `database kind` has its effect in the row's own
// transaction, `outside kind` writes to a file as a provider would get it.
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { OutboxWorker } from '../background/background.ts';
import { startOutboxWorker } from '../background/outbox-worker.ts';
import { createLogger } from '../logging.ts';
import { openDatabase } from '../postgres/database.ts';

const [url = '', file = ''] = process.argv.slice(2);

const inDatabase: OutboxWorker = {
  retryUnknown: true,
  perform: ({ row, work, finish }) =>
    work(row.franchiseeId, async (db) => {
      await sql`insert into test_effect (franchisee_id, key) values (${row.franchiseeId}, ${row.dedupeKey})`.execute(
        db,
      );
      await sleep(3); // room for the kill between effect and end
      await finish(db);
    }),
};
const outside: OutboxWorker = {
  retryUnknown: true,
  perform: async ({ row }) => {
    appendFileSync(file, `${row.dedupeKey}\n`);
    await sleep(3);
  },
};

startOutboxWorker({
  database: openDatabase(url, { max: 8 }),
  workers: { 'test.in-database': inDatabase, 'test.outside': outside },
  ports: { config: {}, origin: 'http://localhost' },
  log: createLogger({ level: 'error' }),
  leaseS: 2,
  pollMs: 50,
});
process.send?.('started');
