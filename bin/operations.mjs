// npm run operations: writes docs/operations.csv from the contracts.
import { handOver } from './bootstrap.mjs';

await handOver('apps/api/operations-file.ts');
