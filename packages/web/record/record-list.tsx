import { nounOf } from '@aangan/contract/noun.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import { IconEye, IconHistory, IconPencil, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { useList } from '../list/use-list.ts';
import { part } from '../part.ts';
import { pathWithId } from '../screens.ts';
import { useSession } from '../session/use-session.ts';
import type { BulkAction, Column, RowAction } from '../table/column.tsx';
import { DataTable } from '../table/data-table.tsx';
import { useText } from '../text/text.tsx';
import type { Action } from '../ui/action.tsx';
import { icon, smallIcon } from '../ui/icon.ts';
import { PageFrame } from '../ui/page-frame.tsx';
import { type Cells, columnsOf, nameOf, type Row } from './record-columns.tsx';
import { useRemove } from './use-remove.tsx';

const HistoryDrawer = part(() => import('./history-panel.tsx'), 'HistoryDrawer');
const ImportDialog = part(() => import('../import/import-screen.tsx'), 'ImportDialog');

export interface RecordListProps {
  record: AnyRecord;
  /** Another cell for a field. */
  cells?: Cells;
  /** Columns that are no field, after the record's own. */
  moreColumns?: readonly Column<Row>[];
  actions?: (row: Row) => readonly RowAction[];
  bulk?: readonly BulkAction<Row>[];
  menu?: readonly Action[];
  /** Fixed filters (the list of one vehicle). */
  input?: Readonly<Record<string, unknown>>;
  title?: string;
}

/** The list screen of a record. */
export function RecordList({
  record,
  cells,
  moreColumns,
  actions,
  bulk,
  menu = [],
  input,
  title,
}: RecordListProps) {
  const t = useText();
  const session = useSession();
  const list = useList(record, input ? { input: { filters: input } } : {});
  const remove = useRemove(record);
  const [importing, setImporting] = useState(false);
  const [history, setHistory] = useState<Row | null>(null);
  const columns = useMemo(
    () => [...columnsOf(record, cells), ...(moreColumns ?? [])],
    [record, cells, moreColumns],
  );
  const { add, edit, view } = record.screens;
  // What is the network's, a centre's own right does not add to: then no row of it may be changed either.
  const shut =
    record.scope === 'network' &&
    (list.rows.length > 0 ? list.rows.every((row) => row.can.update === false) : list.loading);
  const mayWrite = session.holds(record.module, true) && !shut;
  const noun = nounOf(record.title);
  const primary: Action | undefined =
    add && mayWrite
      ? { label: `${t('action.add')} ${noun}`, to: add, icon: <IconPlus {...icon} /> }
      : undefined;

  const rowLink = (row: Row) =>
    view ? pathWithId(view, row.id) : edit && row.can.update ? pathWithId(edit, row.id) : null;
  const rowActions = (row: Row): RowAction[] => [
    ...(actions?.(row) ?? []),
    {
      label: t('action.view'),
      to: view && pathWithId(view, row.id),
      icon: <IconEye {...smallIcon} />,
      hidden: !view,
      frequent: !edit,
    },
    {
      label: t('action.change'),
      to: edit && pathWithId(edit, row.id),
      icon: <IconPencil {...smallIcon} />,
      hidden: !edit || !row.can.update,
      frequent: true,
      edit: true,
    },
    {
      label: t('action.history'),
      run: () => setHistory(row),
      icon: <IconHistory {...smallIcon} />,
    },
    {
      label: t('action.remove'),
      run: () => void remove(row),
      icon: <IconTrash {...smallIcon} />,
      hidden: !row.can.remove || !record.endpoints.remove,
      danger: true,
    },
  ];
  const importAction: Action = {
    label: t('import.title', { noun: nounOf(record.plural) }),
    run: () => setImporting(true),
    icon: <IconUpload {...smallIcon} />,
    hidden: !record.imports || !mayWrite,
  };
  const searchable = Object.values(record.fields as Record<string, { search?: true }>).some(
    (field) => field.search,
  );

  return (
    <PageFrame
      title={title ?? record.plural}
      count={list.total ?? undefined}
      primary={primary}
      menu={[...menu, importAction]}
      fill
      {...(record.scope === 'network'
        ? {}
        : { context: record.scope === 'centre-year' ? 'centre-year' : 'centre' })}
    >
      <DataTable<Row>
        name={record.name}
        label={record.plural}
        list={list}
        columns={columns}
        shared={record.scope === 'shared'}
        rowLink={rowLink}
        actions={rowActions}
        {...(bulk ? { bulk } : {})}
        newLink={primary?.to}
        empty={{ title: t('empty.none', { noun: nounOf(record.plural) }), action: primary }}
        exportWith={record.endpoints.export}
        searchable={searchable}
        fill
      />
      {importing && record.imports && (
        <Suspense fallback={null}>
          <ImportDialog of={record.imports} refresh={[record.name]} onDone={() => setImporting(false)} />
        </Suspense>
      )}
      {history && (
        <Suspense>
          <HistoryDrawer
            kind={record.name}
            id={history.id}
            title={nameOf(record, history)}
            onClose={() => setHistory(null)}
          />
        </Suspense>
      )}
    </PageFrame>
  );
}
