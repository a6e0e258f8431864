// npm run prove: the promises at their whole size; npm run prove -- <path> some of them.
import { handOver } from './bootstrap.mjs';

await handOver('bin/prove.ts');
