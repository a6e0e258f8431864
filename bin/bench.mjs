// npm run bench: load and scale figures.
import { handOver } from './bootstrap.mjs';

await handOver('bench/run.ts');
