import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Sparkline } from '@aangan/web/ui/tile.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, NumberInput, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { areaTitle } from '../system-look.tsx';
import { type CronJob, type CronRun, cronContract, runStates, runTriggers } from './cron.contract.ts';
import { stateLabels } from './cron-words.ts';
import { DayStrip } from './day-strip.tsx';
import { RunDrawer } from './run-drawer.tsx';
import { StateOfRun, tookText } from './run-words.tsx';

/** `/cron/list`: every job, its runs and what went wrong. */
export function CronList() {
  const page = useQuery(cronContract.list, { limit: 200 }, { every: 15_000, keepPrevious: true });
  return (
    <PageFrame title="Cron list" count={page.data?.rows.length}>
      <Stack gap="lg">
        {page.data ? <DayStrip runs={page.data.today} /> : null}
        <PageTabs
          tabs={[
            { value: 'jobs', label: 'Jobs', content: <Jobs areas={page.data?.areas ?? []} /> },
            { value: 'runs', label: 'Runs', content: <Runs /> },
            { value: 'alerts', label: 'Alerts', count: page.data?.openAlerts, content: <Alerts /> },
          ]}
        />
      </Stack>
    </PageFrame>
  );
}

const columns: Column<CronJob>[] = [
  { id: 'title', label: 'Job', minWidth: 220, cell: (job) => job.title, second: (job) => job.name },
  textColumn('area', 'Area', (job) => areaTitle(job.area), { width: 130 }),
  {
    id: 'schedule',
    label: 'Schedule',
    minWidth: 180,
    cell: (job) => (job.enabled ? job.words : 'Not in this version any more'),
    second: (job) => (job.pausedUntil ? `Held back: ${job.pauseReason ?? ''}` : null),
  },
  {
    id: 'state',
    label: 'State',
    width: 190,
    card: 'state',
    cell: (job) =>
      job.pausedUntil ? (
        <Tag tone="warning">Held back</Tag>
      ) : job.last ? (
        <StateOfRun run={job.last} />
      ) : (
        <StatusTag area="cron-run" state="NOT_STARTED" />
      ),
  },
  {
    id: 'last',
    label: 'Last run',
    width: 170,
    cell: (job) => <InstantText at={job.last?.startedAt ?? job.last?.plannedAt} ago />,
    second: (job) => (job.last ? tookText(job.last) : null),
  },
  {
    id: 'rows',
    label: 'Rows ok / failed',
    width: 140,
    align: 'end',
    cell: (job) => (job.last ? `${formatCount(job.last.ok)} / ${formatCount(job.last.failed)}` : '–'),
  },
  instantColumn('next', 'Next run', (job) => job.nextRunAt),
  {
    id: 'onTime',
    label: 'On time, 30 days',
    width: 170,
    cell: (job) =>
      job.onTime.of === 0 ? (
        <span className="quiet">–</span>
      ) : (
        <Group gap="xs" wrap="nowrap">
          <div style={{ width: 64 }}>
            <Sparkline values={job.spark} />
          </div>
          <span className="figures">{`${Math.round((100 * job.onTime.n) / job.onTime.of)} %`}</span>
        </Group>
      ),
  },
];

function Jobs({ areas }: { areas: readonly string[] }) {
  const [running, setRunning] = useState<CronJob | null>(null);
  const [pausing, setPausing] = useState<CronJob | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const filters = [
    {
      name: 'area',
      label: 'Area',
      kind: 'choice',
      several: false,
      options: areas.map((value) => ({ value, label: areaTitle(value) })),
    },
    {
      name: 'state',
      label: 'State',
      kind: 'choice',
      several: false,
      options: runStates.map((value) => ({ value, label: stateLabels[value] })),
    },
  ] as const;
  const list = useList(cronContract.list, { filters, limit: 200, every: 15_000 });
  const start = useCommand(cronContract.runNow, {
    onDone: ({ runId }) => setOpened(runId),
    onError: (error) => notice.error(error),
  });
  const again = useCommand(cronContract.runAgain, {
    onDone: ({ runId }) => setOpened(runId),
    onError: (error) => notice.error(error),
  });
  const resume = useCommand(cronContract.resume, {
    onDone: () => notice.ok('It runs again by its schedule.'),
    onError: (error) => notice.error(error),
  });
  return (
    <>
      <DataTable
        name="cron-job"
        label="Jobs"
        list={list}
        columns={columns}
        searchable
        actions={(job) => [
          {
            label: 'Last run and log',
            run: () => setOpened(job.last?.id ?? null),
            hidden: !job.last,
            frequent: true,
          },
          { label: 'Run now', run: () => setRunning(job), hidden: !job.can['runNow'], frequent: true },
          {
            label: 'Run again',
            run: () => void again.run({ runId: job.last?.id ?? '' }),
            hidden: !job.last?.can['runAgain'],
          },
          { label: 'Hold back', run: () => setPausing(job), hidden: !job.can['pause'] },
          { label: 'Let it run', run: () => void resume.run({ job: job.name }), hidden: !job.can['resume'] },
        ]}
        empty={{ title: 'No job matches', help: 'Take a filter away.' }}
      />
      {running ? (
        <ConfirmDialog
          opened
          onClose={() => setRunning(null)}
          title={`Run ${running.title} now?`}
          text="It runs once, beside its schedule. What is done already is skipped."
          confirm="Run job"
          run={async () => {
            await start.run({ job: running.name });
          }}
        />
      ) : null}
      {pausing ? <Pause job={pausing} onClose={() => setPausing(null)} /> : null}
      {opened ? <RunDrawer runId={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

function Pause({ job, onClose }: { job: CronJob; onClose: () => void }) {
  const [hours, setHours] = useState<number>(2);
  const pause = useCommand(cronContract.pause, {
    onDone: () => notice.ok('Held back.'),
    onError: (error) => notice.error(error),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Hold ${job.title} back?`}
      text={
        <NumberInput
          label="Hours"
          min={1}
          max={24}
          value={hours}
          onChange={(value) => setHours(Number(value) || 1)}
        />
      }
      confirm="Hold job back"
      reason={{ label: 'Why', required: true, max: 200 }}
      run={async (reason) => {
        await pause.run({ job: job.name, hours, reason });
      }}
    />
  );
}

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

function Runs() {
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

const alertWords = { LATE: 'Late', MISSED: 'Missed', INTERRUPTED: 'Interrupted' } as const;

function Alerts() {
  const [open, setOpen] = useState(true);
  const query = useQuery(cronContract.alerts, { open });
  const seen = useCommand(cronContract.seen, { onError: (error) => notice.error(error) });
  return (
    <Stack gap="md">
      <Group>
        <Button size="xs" variant="default" onClick={() => setOpen(!open)}>
          {open ? 'Show seen ones too' : 'Only unseen'}
        </Button>
      </Group>
      <QueryState query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="Nothing went wrong"
              help="A late, missed or interrupted run stands here, and in the bell of everybody who looks after the jobs."
            />
          ) : (
            <Section flush>
              <Table.ScrollContainer minWidth={560}>
                <Table horizontalSpacing="md">
                  <Table.Tbody>
                    {rows.map((row) => (
                      <Table.Tr key={row.id}>
                        <Table.Td w={120}>
                          <Tag tone={row.kind === 'LATE' ? 'warning' : 'danger'}>{alertWords[row.kind]}</Tag>
                        </Table.Td>
                        <Table.Td>
                          {row.text}
                          <Text size="xs" c="dimmed">
                            <InstantText at={row.at} ago />
                          </Text>
                        </Table.Td>
                        <Table.Td ta="right">
                          {row.seenAt ? (
                            <Text size="sm" c="dimmed">{`Seen by ${row.seenBy ?? 'somebody'}`}</Text>
                          ) : (
                            <Button
                              size="compact-sm"
                              variant="default"
                              onClick={() => void seen.run({ id: row.id })}
                            >
                              Seen
                            </Button>
                          )}
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            </Section>
          )
        }
      </QueryState>
    </Stack>
  );
}
