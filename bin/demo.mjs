// npm run demo: puts the demo network into the database; --scale large for the big one.
import { handOver } from './bootstrap.mjs';

await handOver('db/demo/run.ts');
