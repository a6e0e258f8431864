// npm run format: formats the files given, or all.
import { handOver } from './bootstrap.mjs';

await handOver('bin/format.ts');
