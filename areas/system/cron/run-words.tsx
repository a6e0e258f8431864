import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Group } from '@mantine/core';
import type { CronRun } from './cron.contract.ts';
import '../system-look.tsx';

/** '1.2 s', '3 min 20 s'. */
export const tookText = (run: Pick<CronRun, 'seconds' | 'state'>): string | null => {
  if (run.seconds === null) return null;
  const text =
    run.seconds < 60
      ? `${run.seconds.toFixed(1)} s`
      : `${Math.floor(run.seconds / 60)} min ${Math.round(run.seconds % 60)} s`;
  return run.state === 'IN_PROGRESS' ? `since ${text}` : text;
};

/** The state by the specification's label; a missed slot and failed rows are said. */
export function StateOfRun({ run }: { run: Pick<CronRun, 'state' | 'label' | 'failed' | 'missed'> }) {
  if (run.missed) return <Tag tone="danger">{run.label}</Tag>;
  return (
    <Group gap={4} wrap="nowrap">
      <StatusTag area="cron-run" state={run.state} label={run.label} />
      {run.failed > 0 ? <Tag tone="warning">{`${run.failed} failed`}</Tag> : null}
    </Group>
  );
}
