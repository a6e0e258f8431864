import { formatCount } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { useState } from 'react';
import { type CronRun, cronContract, runStates, runTriggers } from './cron.contract.ts';
import { stateLabels } from './cron-words.ts';
import { RunDrawer } from './run-drawer.tsx';
import { StateOfRun, tookText } from './run-words.tsx';

const runColumns: Column<CronRun>[] = [
  { id: 'title', label: 'Job', minWidth: 200, cell: (run) => run.title, second: (run) => run.job },
  { id: 'state', label: 'State', width: 190, card: 'state', cell: (run) => <StateOfRun run={run} /> },
  instantColumn('plannedAt', 'Slot', (run) => run.plannedAt),
  textColumn('took', 'Took', (run) => tookText(run), { width: 110 }),
  textColumn('ok', 'Rows ok', (run) => formatCount(run.ok), { align: 'end', width: 100 }),
  textColumn('failed', 'Failed', (run) => formatCount(run.failed), { align: 'end', width: 90 }),
  textColumn('attempt', 'Attempt', (run) => run.attempt, { align: 'end', width: 90 }),
  textColumn(
    'trigger',
    'Started by',
    (run) => run.startedBy ?? { SCHEDULE: 'Schedule', MANUAL: 'Hand', CATCH_UP: 'Catch-up' }[run.trigger],
    { width: 140 },
  ),
  textColumn('error', 'Error', (run) => run.error?.split('\n')[0] ?? null, { minWidth: 200 }),
];

const runFilters = [
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    several: false,
    options: runStates.map((value) => ({ value, label: stateLabels[value] })),
  },
  {
    name: 'trigger',
    label: 'Started by',
    kind: 'choice',
    several: false,
    options: runTriggers.map((value) => ({
      value,
      label: { SCHEDULE: 'Schedule', MANUAL: 'Hand', CATCH_UP: 'Catch-up' }[value],
    })),
  },
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
  { name: 'job', label: 'Job', kind: 'text' },
] as const;

/** Every run, newest first. */
export function CronRuns() {
  const list = useList(cronContract.runs, { filters: runFilters, every: 15_000 });
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <>
      <DataTable
        name="cron-run"
        label="Runs"
        list={list}
        columns={runColumns}
        searchable={false}
        actions={(run) => [{ label: 'Log', run: () => setOpened(run.id), frequent: true }]}
        empty={{ title: 'No run in this range.', help: 'Choose other days or another state.' }}
      />
      {opened ? <RunDrawer runId={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
