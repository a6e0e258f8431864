// npm run restore: a backup into an empty database.
import { handOver } from './bootstrap.mjs';

await handOver('bin/restore.ts');
