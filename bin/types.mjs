// npm run types: writes db/types.ts from the migrated database.
import { handOver } from './bootstrap.mjs';

await handOver('db/generate-types.ts');
