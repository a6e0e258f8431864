// Starts (or finds) the shared test database of this machine and prints its address.
// Not durable; meant for running single test files. Stop: npm run dev-postgres -- stop
import { handOver } from './bootstrap.mjs';

await handOver('bin/dev-postgres.ts');
