import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { BarChart } from '@aangan/web/charts/charts.tsx';
import { formatCount, formatInstant } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Code, Drawer, Group, Stack, Text } from '@mantine/core';
import { cronContract } from './cron.contract.ts';
import { StateOfRun, tookText } from './run-words.tsx';

/** One run with its log, live while it goes on, and how long the last ones took. */
export function RunDrawer({ runId, onClose }: { runId: string; onClose: () => void }) {
  const query = useQuery(cronContract.get, { runId }, { every: 3_000 });
  const again = useCommand(cronContract.runAgain, {
    onDone: () => notice.ok('It goes on.'),
    onError: (error) => notice.error(error),
  });
  return (
    <Drawer opened onClose={onClose} title={query.data?.title ?? 'Run'}>
      <QueryState query={query}>
        {(run) => (
          <Stack gap="md">
            <Group justify="space-between">
              <StateOfRun run={run} />
              {run.can['runAgain'] ? (
                <Button size="xs" loading={again.running} onClick={() => void again.run({ runId: run.id })}>
                  Run again
                </Button>
              ) : null}
            </Group>
            {run.state === 'IN_PROGRESS' ? (
              <Text size="sm" aria-live="polite">
                {'Running since '}
                <InstantText at={run.startedAt} />
                {`, ${formatCount(run.ok)} done`}
              </Text>
            ) : null}
            {run.error ? (
              <Alert
                color={run.missed ? 'warning' : 'danger'}
                title={run.missed ? 'It did not run' : 'It broke off'}
              >
                {run.error}
              </Alert>
            ) : null}
            <Facts
              items={[
                { label: 'Slot', value: <InstantText at={run.plannedAt} /> },
                { label: 'Started', value: <InstantText at={run.startedAt} /> },
                { label: 'Took', value: tookText(run) },
                { label: 'Rows ok', value: formatCount(run.ok) },
                { label: 'Failed', value: formatCount(run.failed) },
                { label: 'Attempt', value: run.attempt },
                {
                  label: 'Started by',
                  value:
                    run.startedBy ??
                    { SCHEDULE: 'Schedule', MANUAL: 'Hand', CATCH_UP: 'Catch-up' }[run.trigger],
                },
                { label: 'Worker', value: run.worker },
              ]}
            />
            <div>
              <Text size="sm" fw={500} mb={4}>
                Log
              </Text>
              {run.log ? (
                <Code block>{run.log}</Code>
              ) : (
                <Text c="dimmed">
                  {run.finishedAt || run.error ? 'It wrote no line.' : 'No line so far.'}
                </Text>
              )}
            </div>
            <Durations job={run.job} />
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}

function Durations({ job }: { job: string }) {
  const query = useQuery(cronContract.runs, { job, limit: 20 });
  const rows = (query.data?.rows ?? [])
    .filter((run) => run.seconds !== null && run.state !== 'IN_PROGRESS')
    .toReversed();
  if (rows.length < 2) return null;
  return (
    <div>
      <Text size="sm" fw={500} mb="xs">
        Seconds of the last runs
      </Text>
      <BarChart
        title="Seconds of the last runs"
        height={160}
        data={rows.map((run) => ({
          label: formatInstant(run.plannedAt).replace(/-\d{4}/, ''),
          seconds: Math.round((run.seconds ?? 0) * 10) / 10,
        }))}
        series={[{ key: 'seconds', label: 'Seconds' }]}
      />
    </div>
  );
}
