import { useCommand } from '@aangan/web/api/use-command.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Drawer, Stack } from '@mantine/core';
import { useState } from 'react';
import { bulkMessageContract, type MessageBatch } from './bulk-message.contract.ts';
import { BatchOutcome } from './message-look.tsx';

const columns: Column<MessageBatch>[] = [
  {
    id: 'label',
    label: 'Message',
    minWidth: 200,
    cell: (row) => row.label,
    second: (row) => <BatchOutcome batch={row} />,
  },
  instantColumn('at', 'Sent', (row) => row.at, { width: 150 }),
  textColumn('by', 'By', (row) => row.byName, { width: 130 }),
  stateColumn('message-batch', (row) => row.state, {
    label: 'State',
    width: 110,
    second: (row) => (row.cancelAsked && row.state === 'RUNNING' ? 'stopping' : null),
  }),
];

interface ItemRow {
  id: string;
  enquiryCode: string;
  childName: string;
  state: string;
  reason: string | null;
}

const itemColumns: Column<ItemRow>[] = [
  {
    id: 'child',
    label: 'Child',
    minWidth: 180,
    cell: (row) => row.childName,
    second: (row) => row.enquiryCode,
  },
  stateColumn('message-item', (row) => row.state, {
    label: 'Message',
    minWidth: 180,
    second: (row) => row.reason,
  }),
];

/** What was written to many before, with what became of it. */
export function BatchesDrawer({ onClose }: { onClose: () => void }) {
  const [opened, setOpened] = useState<MessageBatch | null>(null);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={opened ? opened.label : 'Messages to many'}
    >
      {opened ? (
        <Stack gap="sm" align="flex-start">
          <Button variant="default" size="compact-md" onClick={() => setOpened(null)}>
            Back
          </Button>
          <Items batch={opened} />
        </Stack>
      ) : (
        <Batches onOpen={setOpened} />
      )}
    </Drawer>
  );
}

function Batches({ onOpen }: { onOpen: (batch: MessageBatch) => void }) {
  const list = useList(bulkMessageContract.batches, { local: true, every: 5000 });
  const stop = useCommand(bulkMessageContract.cancel, {
    onDone: () => notice.ok('Stopped. Who was not written to yet gets nothing.'),
    onError: (error) => notice.error(error),
  });
  return (
    <DataTable
      name="message-batches"
      label="Messages to many"
      list={list}
      columns={columns}
      plain
      actions={(row) => [
        { label: 'See each family', run: () => onOpen(row), frequent: true },
        { label: 'Stop', run: () => void stop.run({ id: row.id }), hidden: row.can['cancel'] !== true },
      ]}
      empty={{
        title: 'Nothing was sent to many yet',
        help: 'Choose families in the list, then Message: each such message stands here with its result.',
      }}
    />
  );
}

function Items({ batch }: { batch: MessageBatch }) {
  const list = useList(bulkMessageContract.items, { input: { id: batch.id }, local: true });
  return (
    <DataTable
      name="message-items"
      label="Families"
      list={list}
      columns={itemColumns}
      plain
      rowLink={(row) => `/forms/edit/${row.enquiryCode}`}
    />
  );
}
