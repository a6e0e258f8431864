// The endpoints of a declared record (models.md 3.3): list, get, options, export, create, update, remove, import. No
// hooks and no switches: what a record cannot do is a command with its own handler (ladder, models.md 3.4).
import type { Endpoint } from '@aangan/contract/endpoint.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import type { Call, InWorkHandler } from '../endpoint/handle.ts';
import { startExport } from '../files/exports.ts';
import { logAccess } from '../work/access-log.ts';
import { recordImportHandlers } from './record-import.ts';
import { getRecord, type ListQuery, listRecords, type RecordQuery, recordOptions } from './record-list.ts';
import { registerRecords } from './record-plan.ts';
import { createRecord, removeRecord, updateRecord, type Values } from './record-write.ts';

type Key = string | number;

/**
 * The handlers of one record's endpoints. `records` are all records that references may point to (they become known by
 * name); a wrong reference is refused at first use, or at start by `recordRegistry(areas)`.
 */
export function recordHandlers(record: AnyRecord, records: readonly AnyRecord[] = [record]): InWorkHandler[] {
  registerRecords(records);
  const { list, get, options, export: exported, create, update, remove } = record.endpoints;
  return [
    on<ListQuery>(list, ({ db, input, actor }) => listRecords(db, record, input, actor)),
    on<{ id: Key }>(get, ({ db, input, actor }) => getRecord(db, record, input.id, actor)),
    on<{ q?: string; ids?: Key[] }>(options, ({ db, input, actor }) =>
      recordOptions(db, record, input, actor),
    ),
    on<RecordExport>(exported, (call) => startRecordExport(record, call)),
    on<Values>(create, ({ db, input, actor }) => createRecord(db, record, input, actor)),
    on<{ id: Key; changes: Values }>(update, ({ db, input, actor, version }) =>
      updateRecord(db, record, { id: input.id, version }, input.changes, actor),
    ),
    on<{ id: Key }>(remove, async ({ db, input, actor, version }) => {
      await removeRecord(db, record, { id: input.id, version }, actor);
      return {};
    }),
    recordImportHandlers(record),
  ].flat();
}

// The contract parsed the input, so it has this shape; its type is lost because one engine serves every record.
function on<Input>(
  endpoint: Endpoint | undefined,
  run: (call: Call<Input>) => Promise<unknown>,
): InWorkHandler[] {
  return endpoint ? [{ endpoint, run: run as InWorkHandler['run'] }] : [];
}

interface RecordExport extends RecordQuery {
  columns?: string[];
  format: 'csv' | 'xlsx';
}

async function startRecordExport(record: AnyRecord, call: Call<RecordExport>): Promise<{ jobId: string }> {
  const { db, actor, input, request } = call;
  const { format, ...query } = input;
  const contract = record.endpoints.export.name;
  const job = await startExport(db, actor, { contract, title: record.plural, input: { ...query }, format });
  await logAccess(
    db,
    actor,
    {
      action: 'EXPORT',
      contract,
      subjectKind: record.name,
      subjectId: job.jobId,
      purpose: record.personal ?? '',
    },
    request,
  );
  return job;
}
