// npm run openapi: writes docs/openapi.json from the contracts.
import { handOver } from './bootstrap.mjs';

await handOver('apps/api/openapi-file.ts');
