// npm start: everything from a fresh clone to a running portal.
import { handOver, SERVER_FLAGS } from './bootstrap.mjs';

await handOver('bin/start.ts', [], SERVER_FLAGS);
