// npm run ledger:verify: checks that nobody edited the books.
import { handOver } from './bootstrap.mjs';

await handOver('bin/with-database.ts', ['areas/finance/ledger/verify.cli.ts']);
