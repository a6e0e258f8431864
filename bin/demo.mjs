// npm run demo: puts the demo network into the database; --scale large for the big one.
import { handOver } from './bootstrap.mjs';

await handOver('bin/with-database.ts', ['db/demo/run.ts']);
