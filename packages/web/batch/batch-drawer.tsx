import type { Batch, BatchItem, BatchRow } from '@aangan/contract/batch.ts';
import { Button, Drawer, Stack } from '@mantine/core';
import { useState } from 'react';
import { useCommand } from '../api/use-command.ts';
import { useList } from '../list/use-list.ts';
import { type Column, instantColumn, stateColumn, textColumn } from '../table/column.tsx';
import { DataTable } from '../table/data-table.tsx';
import { useText } from '../text/text.tsx';
import { notice } from '../ui/notices.tsx';
import { BatchBar, BatchOutcome, isOpen } from './batch-look.tsx';
import { batchWords } from './batch-words.ts';

interface BatchDrawerProps {
  of: Batch;
  onClose: () => void;
  /** The screen of one row. */
  rowLink?: (item: BatchItem) => string;
}

/** What was begun for many before, with its progress; opened, each row and why it was left out or failed. */
export function BatchDrawer({ of, onClose, rowLink }: BatchDrawerProps) {
  const t = useText();
  const [opened, setOpened] = useState<BatchRow | null>(null);
  return (
    <Drawer opened onClose={onClose} size="xl" title={opened ? opened.label : of.title}>
      {opened ? (
        <Stack gap="sm">
          <Button
            variant="default"
            size="compact-md"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => setOpened(null)}
          >
            {t('action.back')}
          </Button>
          <Items of={of} id={opened.id} rowLink={rowLink} />
        </Stack>
      ) : (
        <Batches of={of} onOpen={setOpened} />
      )}
    </Drawer>
  );
}

function Batches({ of, onOpen }: { of: Batch; onOpen: (batch: BatchRow) => void }) {
  const t = useText(batchWords);
  const list = useList(of.endpoints.list, { local: true, every: 5000 });
  const onError = (error: unknown) => notice.error(error);
  const stop = useCommand(of.endpoints.cancel, { onDone: () => notice.ok(t('batch.stopped')), onError });
  const again = useCommand(of.endpoints.again, { onDone: () => notice.ok(t('batch.queued')), onError });
  const columns: Column<BatchRow>[] = [
    {
      id: 'label',
      label: t('batch.what'),
      minWidth: 200,
      cell: (row) => row.label,
      second: (row) =>
        isOpen(row) ? <BatchBar batch={row} /> : <BatchOutcome of={of} batch={row} note={row.note} />,
    },
    instantColumn('at', t('batch.started'), (row) => row.at, { width: 150 }),
    textColumn('by', t('batch.by'), (row) => row.byName, { width: 130 }),
    stateColumn('batch', (row) => row.state, {
      label: t('batch.state'),
      width: 110,
      second: (row) => (row.cancelAsked && row.state === 'RUNNING' ? t('batch.stopping') : null),
    }),
  ];
  return (
    <DataTable
      name={`${of.name}-batches`}
      label={of.title}
      list={list}
      columns={columns}
      plain
      actions={(row) => [
        { label: t('batch.rows'), run: () => onOpen(row), frequent: true },
        {
          label: t('batch.stop'),
          run: () => void stop.run({ id: row.id }),
          hidden: row.can['cancel'] !== true,
        },
        {
          label: row.state === 'CANCELLED' ? t('batch.goOn') : t('batch.again'),
          run: () => void again.run({ id: row.id }),
          hidden: row.can['again'] !== true,
          frequent: true,
        },
      ]}
      empty={{ title: t('batch.none'), help: t('batch.noneHelp') }}
    />
  );
}

function Items({
  of,
  id,
  rowLink,
}: {
  of: Batch;
  id: string;
  rowLink: ((item: BatchItem) => string) | undefined;
}) {
  const t = useText(batchWords);
  const list = useList(of.endpoints.items, { input: { id }, local: true });
  const columns: Column<BatchItem>[] = [
    {
      id: 'label',
      label: t('batch.row'),
      minWidth: 180,
      cell: (row) => row.label,
      second: (row) => row.second,
    },
    // Plain text for nothing: a card leaves such a line out.
    { id: 'reason', label: t('batch.why'), minWidth: 200, cell: (row) => row.reason ?? '–' },
    stateColumn('batch-item', (row) => row.state, { label: t('batch.state'), width: 120 }),
  ];
  return (
    <DataTable
      name={`${of.name}-batch-items`}
      label={of.rows}
      list={list}
      columns={columns}
      plain
      {...(rowLink ? { rowLink } : {})}
    />
  );
}
