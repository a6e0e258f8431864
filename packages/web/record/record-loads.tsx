import type { AnyRecord } from '@aangan/contract/record.ts';
import type { Load } from '../screens.ts';

/** Loaders of a record's screens by path: the generic components, or own ones where given. */
export function recordLoads(
  record: AnyRecord,
  own: { list?: Load; form?: Load; view?: Load } = {},
): Record<string, Load> {
  const { list, add, edit, view } = record.screens;
  const loads: Record<string, Load> = {};
  if (list)
    loads[list] =
      own.list ??
      (async () => {
        const { RecordList } = await import('./record-list.tsx');
        return () => <RecordList record={record} />;
      });
  for (const path of [add, edit])
    if (path)
      loads[path] =
        own.form ??
        (async () => {
          const { RecordForm } = await import('./record-form.tsx');
          return () => <RecordForm record={record} />;
        });
  if (view)
    loads[view] =
      own.view ??
      (async () => {
        const { RecordView } = await import('./record-view.tsx');
        return () => <RecordView record={record} />;
      });
  return loads;
}
