// npm run admin: the one-time link of the first super admin.
import { handOver } from './bootstrap.mjs';

await handOver('bin/with-database.ts', ['areas/network/first-admin/first-admin.cli.ts']);
