// npm run drill: kills, failover, upgrade and restore under load.
import { handOver } from './bootstrap.mjs';

await handOver('bench/drill/run.ts');
