// npm run check: types, lint, format, boundaries, generated files.
import { handOver } from './bootstrap.mjs';

await handOver('bin/check.ts');
