// npm test: every test of the repository; npm test -- <path> runs a part.
import { handOver } from './bootstrap.mjs';

await handOver('bin/test.ts');
