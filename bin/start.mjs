// npm start: everything from a fresh clone to a running portal.
import { handOver } from './bootstrap.mjs';

await handOver('bin/start.ts');
