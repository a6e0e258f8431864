// npm run backup: database and files into a folder.
import { handOver } from './bootstrap.mjs';

await handOver('bin/with-database.ts', ['bin/backup.ts']);
