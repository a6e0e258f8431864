import { ImportDialog } from '@aangan/web/import/import-screen.tsx';
import { useList } from '@aangan/web/list/use-list.ts';
import { columnsOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { RecordDrawer } from '@aangan/web/record/record-drawer.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { icon, smallIcon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { IconPencil, IconPlus, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { logTopic } from './log-topic.record.ts';

const columns = columnsOf(logTopic);

/** /log-book/topics-list: what the network asks its teachers every day, week or term. */
export function TopicList() {
  const list = useList(logTopic);
  const [open, setOpen] = useState<Row | 'new' | 'import' | null>(null);
  const { holds, franchisee } = useSession();
  // The network's: who works at one centre reads them (academics.md D28).
  const may =
    holds(logTopic.module, true) &&
    (list.rows.length > 0 ? list.rows.some((row) => row.can['update']) : !franchisee);
  const add = { label: 'Add topic', run: () => setOpen('new'), icon: <IconPlus {...icon} /> };
  return (
    <PageFrame
      title="Log book topics"
      count={list.total ?? undefined}
      primary={may ? add : undefined}
      menu={[
        {
          label: 'Import topics',
          run: () => setOpen('import'),
          icon: <IconUpload {...smallIcon} />,
          hidden: !may,
        },
      ]}
      fill
    >
      <DataTable<Row>
        name={logTopic.name}
        label={logTopic.plural}
        list={list as Parameters<typeof DataTable<Row>>[0]['list']}
        columns={columns}
        actions={(row) => [
          {
            label: 'Change',
            icon: <IconPencil {...smallIcon} />,
            run: () => setOpen(row),
            frequent: true,
            edit: true,
            hidden: row.can['update'] !== true,
          },
        ]}
        searchable
        exportWith={logTopic.endpoints.export}
        empty={{ title: 'No topics yet', ...(may ? { action: add } : {}) }}
        fill
      />
      {open === 'import' && logTopic.imports && (
        <ImportDialog of={logTopic.imports} refresh={[logTopic.name]} onDone={() => setOpen(null)} />
      )}
      {open !== null && open !== 'import' && (
        <RecordDrawer
          record={logTopic}
          row={open === 'new' ? null : open}
          start={{ required: false, position: (list.total?.n ?? 0) + 1 }}
          onClose={() => setOpen(null)}
        />
      )}
    </PageFrame>
  );
}
