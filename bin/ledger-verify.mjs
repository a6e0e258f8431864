// npm run ledger:verify: checks that nobody edited the books.
import { handOver } from './bootstrap.mjs';

await handOver('areas/finance/ledger/verify.cli.ts');
