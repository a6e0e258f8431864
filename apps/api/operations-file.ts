// Writes docs/operations.csv, one line an operation of the API, or with --check says whether it is the contracts' own.
// The whole document (136,000 lines) is served, not committed: a changed shape shows here as a changed hash.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type OpenApiDocument, openApiDocument } from '@aangan/server/endpoint/openapi.ts';
import { allEndpoints } from './app.ts';
import { areaServers } from './areas.ts';

const FILE = path.resolve(import.meta.dirname, '../../docs/operations.csv');

/** The lines of the file: name, method, path, modules, read or write, scope and a hash of everything that is declared. */
function operationLines(document: OpenApiDocument): string {
  const lines = Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      [
        operation.operationId,
        method.toUpperCase(),
        url,
        [operation['x-module']].flat().join('|') +
          (operation['x-module-also'] ? `+${operation['x-module-also']}` : ''),
        operation['x-write'] ? 'W' : 'R',
        operation['x-scope'],
        createHash('sha256').update(JSON.stringify(operation)).digest('hex').slice(0, 12),
      ].join(','),
    ),
  );
  return `${['operation,method,path,modules,right,scope,shapes', ...lines].join('\n')}\n`;
}

const text = operationLines(
  openApiDocument(
    allEndpoints(areaServers),
    areaServers.flatMap((area) => area.extras.rawEndpoints ?? []),
  ),
);

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text);
  console.log(`written ${path.relative(process.cwd(), FILE)}`);
} else if (readFileSync(FILE, 'utf8') !== text) {
  console.error(
    'docs/operations.csv is not the list of the contracts. Run: npm run operations, and look at the difference.',
  );
  process.exitCode = 1;
}
