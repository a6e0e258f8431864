// The list of one of the dated papers: what holds for each vehicle as tiles, and every paper with its state.
import { nounOf } from '@aangan/contract/noun.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { type ListModel, useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { columnsOf, nameOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { useRemove } from '@aangan/web/record/use-remove.tsx';
import { pathWithId } from '@aangan/web/screens.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import type { RowAction } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import type { Action } from '@aangan/web/ui/action.tsx';
import { icon, smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { IconPencil, IconPlus, IconRefresh } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { type PaperKindName, paperKinds } from '../vehicle/paper-kinds.ts';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import { usePaperColumns } from './paper-columns.tsx';
import { paperRecords } from './paper-records.ts';
import { isCover } from './paper-state.ts';
import { PaperTiles } from './paper-tiles.tsx';

const HistoryDrawer = part(() => import('@aangan/web/record/history-panel.tsx'), 'HistoryDrawer');
const ImportDialog = part(() => import('@aangan/web/import/import-screen.tsx'), 'ImportDialog');

const CELLS = { vehicleId: (row: Row) => formatPlate(String(row['vehicleLabel'] ?? '')) };

export function PaperList({ kind }: { kind: PaperKindName }) {
  const record = paperRecords[kind];
  const { path, blocks } = paperKinds[kind];
  const list = useList(record) as ListModel<Row>;
  const more = usePaperColumns(kind, list.rows);
  const columns = useMemo(() => {
    const own = columnsOf(record, CELLS);
    const shown = record.list.columns.length;
    return [...own.slice(0, shown), ...more, ...own.slice(shown)];
  }, [record, more]);
  const [importing, setImporting] = useState(false);
  const [history, setHistory] = useState<Row | null>(null);
  const mayWrite = useSession().holds(record.module, true);
  const actions = useRowActions(kind, setHistory);
  const add: Action = {
    label: `Add ${nounOf(record.title)}`,
    to: `${path}/add`,
    icon: <IconPlus {...icon} />,
    hidden: !mayWrite,
  };
  return (
    <PageFrame
      title={record.plural}
      count={list.total ?? undefined}
      context="centre"
      primary={add}
      menu={[{ label: 'Import from a file', run: () => setImporting(true), hidden: !mayWrite }]}
      fill
    >
      {isCover(kind) && (
        <div style={{ marginBottom: 12 }}>
          <PaperTiles kind={kind} />
        </div>
      )}
      <DataTable<Row>
        name={record.name}
        label={record.plural}
        list={list}
        columns={columns}
        rowLink={(row) => (row.can['update'] ? pathWithId(record.screens.edit ?? '', row.id) : null)}
        actions={actions}
        newLink={mayWrite ? add.to : undefined}
        empty={{
          title:
            blocks && isCover(kind)
              ? 'Nothing recorded: every vehicle without it is blocked.'
              : 'Nothing recorded yet.',
          action: add,
        }}
        exportWith={record.endpoints.export}
        searchable
        fill
      />
      <Suspense fallback={null}>
        {importing && record.imports && (
          <ImportDialog
            of={record.imports}
            refresh={[record.name, 'vehicle']}
            onDone={() => setImporting(false)}
          />
        )}
        {history && (
          <HistoryDrawer
            kind={record.name}
            id={history.id}
            title={nameOf(record, history)}
            onClose={() => setHistory(null)}
          />
        )}
      </Suspense>
    </PageFrame>
  );
}

function useRowActions(
  kind: PaperKindName,
  showHistory: (row: Row) => void,
): (row: Row) => readonly RowAction[] {
  const record = paperRecords[kind];
  const { path } = paperKinds[kind];
  const remove = useRemove(record);
  const update = useCommand(record.endpoints.update ?? record.endpoints.export, {
    refresh: ['vehicle'],
    onDone: () => notice.ok('Marked as paid.'),
    onError: (error) => notice.error(error),
  });
  const pay = (row: Row) =>
    void update.run({ id: row.id, changes: { paidOn: todayIst(Date.now()) } } as never, {
      ifMatch: row.version,
    });
  return (row) => [
    {
      label: 'Renew',
      to: `${path}/add?vehicle=${String(row['vehicleId'])}&renew=${row.id}`,
      icon: <IconRefresh {...smallIcon} />,
      hidden: !isCover(kind) || !row.can['update'],
      frequent: true,
      key: 'r',
    },
    {
      label: 'Mark paid',
      run: () => pay(row),
      hidden: kind !== 'CHALLAN' || row['paidOn'] !== null || !row.can['update'],
      frequent: true,
    },
    {
      label: 'Edit',
      to: pathWithId(record.screens.edit ?? '', row.id),
      icon: <IconPencil {...smallIcon} />,
      hidden: !row.can['update'],
      frequent: true,
      edit: true,
    },
    { label: 'History', run: () => showHistory(row) },
    { label: 'Remove', run: () => void remove(row), hidden: !row.can['remove'], danger: true },
  ];
}
