// A short shared record without form paths of its own: its table, and a drawer that adds, changes and removes.
import type { AnyRecord } from '@aangan/contract/record.ts';
import type { ListModel } from '@aangan/web/list/use-list.ts';
import { columnsOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { RecordDrawer } from '@aangan/web/record/record-drawer.tsx';
import { useRemove } from '@aangan/web/record/use-remove.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import type { EmptyStateProps } from '@aangan/web/ui/empty-state.tsx';

export interface EditedRow {
  edited: Row | 'new' | null;
  edit: (row: Row | 'new' | null) => void;
}

/** `list` is `useList(record)`; `start` are the values a new entry begins with. */
export function RecordTab({
  record,
  list,
  start,
  edited,
  edit,
  empty,
}: EditedRow & {
  record: AnyRecord;
  list: ListModel<Row>;
  start: Readonly<Record<string, unknown>>;
  empty: EmptyStateProps;
}) {
  const remove = useRemove(record);
  return (
    <>
      <DataTable<Row>
        name={record.name}
        label={record.plural}
        list={list}
        columns={columnsOf(record)}
        fill
        searchable
        shared
        exportWith={record.endpoints.export}
        actions={(row) => [
          {
            label: 'Edit',
            edit: true,
            frequent: true,
            hidden: row.can?.['update'] !== true,
            run: () => edit(row),
          },
          {
            label: 'Remove',
            danger: true,
            hidden: row.can?.['remove'] !== true,
            run: () => void remove(row),
          },
        ]}
        empty={empty}
      />
      {edited && (
        <RecordDrawer
          record={record}
          row={edited === 'new' ? null : edited}
          start={start}
          onClose={() => edit(null)}
        />
      )}
    </>
  );
}
