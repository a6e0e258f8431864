// Writes docs/openapi.json from the contracts, or with --check says whether it is the contracts' own.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openApiDocument } from '@aangan/server/openapi.ts';
import { allEndpoints } from './app.ts';
import { areaServers } from './areas.ts';

const FILE = path.resolve(import.meta.dirname, '../../docs/openapi.json');
const document = openApiDocument(
  allEndpoints(areaServers),
  areaServers.flatMap((area) => area.extras.doors ?? []),
);
const text = `${JSON.stringify(document, null, 1)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text);
  console.log(`written ${path.relative(process.cwd(), FILE)}`);
} else if (readFileSync(FILE, 'utf8') !== text) {
  console.error(
    'docs/openapi.json is not the document of the contracts. Run: npm run openapi, and look at the difference.',
  );
  process.exitCode = 1;
}
