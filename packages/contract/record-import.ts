// The import of a record: its fields are the columns.
import type { ModuleGate } from './endpoint.ts';
import type { Field, Fields } from './fields.ts';
import { column, type FileImport, fileImport } from './file-import.ts';
import { MAX_IMPORT_ROWS, type RecordEndpoints } from './record-endpoints.ts';

interface Source {
  name: string;
  plural: string;
  module: ModuleGate;
  scope: string;
  fields: Fields;
}

/** All rows of a file or none. Files (pictures, documents) cannot be imported. */
export const recordImport = ({ name, plural, module, scope, fields }: Source): FileImport =>
  fileImport({
    name,
    title: plural,
    module,
    scope: scope === 'network' ? 'network' : 'centre',
    ...(scope === 'centre-year' ? { needsYear: true as const } : {}),
    columns: Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => field.kind !== 'file')
        .map(([key, field]) => [key, column(field, exampleOf(field))]),
    ),
    mode: 'ALL_OR_NOTHING',
    maxRows: MAX_IMPORT_ROWS,
  });

/** The endpoints of an import as those of its record. */
export const importEndpoints = ({ endpoints }: FileImport): Partial<RecordEndpoints> => ({
  importCheck: endpoints.check,
  importCorrect: endpoints.correct,
  importCommit: endpoints.commit,
  importCancel: endpoints.cancel,
  importStatus: endpoints.status,
  importRows: endpoints.rows,
  importFaulty: endpoints.faulty,
});

function exampleOf(field: Field): string {
  if (field.kind === 'money' || field.kind === 'percent') return String(Number(field.sample) / 100);
  if (field.kind === 'boolean') return 'Yes';
  if (field.kind === 'choice' || field.kind === 'choices') return field.options?.[0]?.label ?? '';
  return field.sample === null || field.sample === undefined ? '' : String(field.sample);
}
