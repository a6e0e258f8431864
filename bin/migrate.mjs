// npm run migrate: brings the database to this version's schema.
import { handOver } from './bootstrap.mjs';

await handOver('bin/with-database.ts', ['db/migrate.cli.ts']);
