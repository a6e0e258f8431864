import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatInstant } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { Drawer, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { childColumn } from '../enquiry/child-column.tsx';
import { useStep } from '../enquiry/use-step.web.ts';
import { type BatchRow, type ItemRow, leadReallocationContract } from './lead-reallocation.contract.ts';

const runs = (row: BatchRow): boolean => row.state === 'QUEUED' || row.state === 'RUNNING';

const columns: Column<BatchRow>[] = [
  textColumn('to', 'To', (row) => row.to, { minWidth: 200, second: (row) => row.reason }),
  instantColumn('at', 'Started', (row) => row.at, { width: 150 }),
  textColumn('by', 'By', (row) => row.byName, { width: 140 }),
  {
    id: 'moved',
    label: 'Moved',
    minWidth: 200,
    cell: (row) =>
      runs(row) ? (
        <Stack gap={4}>
          <Progress value={row.total === 0 ? 100 : (row.done / row.total) * 100} aria-label="Progress" />
          <Text fz="sm" className="figures">{`${row.done} of ${row.total}`}</Text>
        </Stack>
      ) : (
        <span className="figures">{`${row.moved} of ${row.total}`}</span>
      ),
    second: (row) => row.skippedWhy.join(', ') || null,
  },
  stateColumn('reallocation', (row) => row.state, {
    label: 'State',
    width: 170,
    second: (row) =>
      row.state === 'UNDONE'
        ? `${row.undoneN ?? 0} given back`
        : row.cancelAsked && runs(row)
          ? 'stopping'
          : row.undoUntil && row.can['undo']
            ? `undo until ${formatInstant(row.undoUntil)}`
            : null,
  }),
];

/** Every move, with its progress; one of the last day can be taken back. */
export function BatchesTab() {
  const list = useList(leadReallocationContract.batches, { every: 3000 });
  const [undoing, setUndoing] = useState<BatchRow | null>(null);
  const [opened, setOpened] = useState<BatchRow | null>(null);
  const cancel = useStep(leadReallocationContract.cancel, 'The move stops after its present step.');
  return (
    <>
      <DataTable
        name="reallocation-batches"
        label="Moves"
        list={list}
        columns={columns}
        searchable={false}
        actions={(row) => [
          { label: 'See each enquiry', run: () => setOpened(row), frequent: true },
          {
            label: 'Stop',
            run: () => void cancel.run({ id: row.id }),
            hidden: row.can['cancel'] !== true,
            frequent: true,
          },
          { label: 'Undo', danger: true, run: () => setUndoing(row), hidden: row.can['undo'] !== true },
        ]}
        empty={{
          title: 'Nothing was moved yet',
          help: 'Each move appears here with its progress and what stayed.',
        }}
      />
      {undoing && (
        <CommandDialog
          of={leadReallocationContract.undo}
          start={{ id: undoing.id }}
          refresh={['enquiry', 'follow-up', 'lead-allocation']}
          onClose={() => setUndoing(null)}
          title="Undo this move?"
          text={`${undoing.moved} enquiries go back to who had them. Those that moved on or were closed since stay.`}
          confirm="Undo move"
          danger
          done={({ undone, kept }) =>
            `${undone} given back${kept > 0 ? `, ${kept} ${kept === 1 ? 'has' : 'have'} moved on since and ${kept === 1 ? 'stays' : 'stay'}` : ''}.`
          }
        />
      )}
      <Drawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        position="right"
        size="lg"
        title={opened ? `Moved to ${opened.to}` : ''}
      >
        {opened && <Items batch={opened} />}
      </Drawer>
    </>
  );
}

const itemColumns: Column<ItemRow>[] = [
  childColumn(150),
  textColumn('owners', 'Owner', (row) => row.toName ?? row.fromName ?? 'Nobody', {
    minWidth: 170,
    second: (row) => (row.toName && row.fromName ? `before ${row.fromName}` : null),
  }),
  stateColumn('reallocation', (row) => row.state, { width: 150, second: (row) => row.reason }),
];

function Items({ batch }: { batch: BatchRow }) {
  const list = useList(leadReallocationContract.batch, { input: { id: batch.id }, local: true });
  return (
    <DataTable
      name="reallocation-items"
      label="Enquiries"
      list={list}
      columns={itemColumns}
      plain
      rowLink={(row) => `/forms/list/${row.enquiryCode}`}
    />
  );
}
