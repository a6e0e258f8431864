import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Sparkline } from '@aangan/web/ui/tile.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Group, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { areaTitle } from '../system-look.tsx';
import { type CronJob, cronContract, runStates } from './cron.contract.ts';
import { CronAlerts } from './cron-alerts.tsx';
import { CronRuns } from './cron-runs.tsx';
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
            { value: 'runs', label: 'Runs', content: <CronRuns /> },
            { value: 'alerts', label: 'Alerts', count: page.data?.openAlerts, content: <CronAlerts /> },
          ]}
        />
      </Stack>
    </PageFrame>
  );
}

const columns: Column<CronJob>[] = [
  { id: 'title', label: 'Job', width: 250, cell: (job) => job.title, second: (job) => job.name },
  textColumn('area', 'Area', (job) => areaTitle(job.area), {
    width: 90,
    hidden: true, // the job's name begins with it
  }),
  {
    id: 'schedule',
    label: 'Schedule',
    minWidth: 130,
    cell: (job) => (job.enabled ? job.words : 'Not in this version any more'),
    second: (job) => (job.pausedUntil ? `Held back: ${job.pauseReason ?? ''}` : null),
  },
  {
    id: 'state',
    label: 'State',
    width: 110,
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
    width: 90,
    cell: (job) => <InstantText at={job.last?.startedAt ?? job.last?.plannedAt} ago />,
    second: (job) => (job.last ? tookText(job.last) : null),
  },
  {
    id: 'rows',
    label: 'Rows ok / failed',
    width: 100,
    align: 'end',
    cell: (job) => (job.last ? `${formatCount(job.last.ok)} / ${formatCount(job.last.failed)}` : '–'),
  },
  {
    id: 'next',
    label: 'Next run',
    width: 140,
    // A slot whose time has come waits for the worker's next look: it is no run of just now.
    cell: (job) =>
      job.nextRunAt !== null && Date.parse(job.nextRunAt) <= serverNow() ? (
        'Due now'
      ) : (
        <InstantText at={job.nextRunAt} />
      ),
  },
  {
    id: 'onTime',
    label: 'On time',
    minWidth: 140,
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

/** The jobs of one area, for its own screen. */
export const AreaJobs = ({ area }: { area: string }) => <Jobs areas={[]} area={area} />;

function Jobs({ areas, area }: { areas: readonly string[]; area?: string }) {
  const [running, setRunning] = useState<CronJob | null>(null);
  const [pausing, setPausing] = useState<CronJob | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const areaFilter = {
    name: 'area',
    label: 'Area',
    kind: 'choice',
    several: false,
    options: areas.map((value) => ({ value, label: areaTitle(value) })),
  } as const;
  const filters = [
    ...(area === undefined ? [areaFilter] : []),
    {
      name: 'state',
      label: 'State',
      kind: 'choice',
      several: false,
      options: runStates.map((value) => ({ value, label: stateLabels[value] })),
    },
  ] as const;
  const list = useList(cronContract.list, {
    filters,
    limit: 200,
    every: 15_000,
    ...(area === undefined ? {} : { input: { area } }),
  });
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
          title={`Run “${running.title}” now?`}
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
