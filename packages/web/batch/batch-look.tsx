import type { Batch, BatchRow } from '@aangan/contract/batch.ts';
import { Progress, Text } from '@mantine/core';
import { formatCount } from '../format.ts';
import { useText } from '../text/text.tsx';
import { stateTable } from '../ui/state-look.ts';
import { batchWords } from './batch-words.ts';

stateTable('batch', {
  QUEUED: ['info', 'Waiting'],
  RUNNING: ['info', 'Running'],
  DONE: ['success', 'Done'],
  CANCELLED: ['warning', 'Stopped'],
});
stateTable('batch-item', {
  WAITING: ['info', 'Waiting'],
  DONE: ['success', 'Done'],
  SKIPPED: ['warning', 'Left out'],
  FAILED: ['danger', 'Failed'],
});

type Counts = Pick<BatchRow, 'state' | 'done' | 'total' | 'ok' | 'skipped' | 'failed'>;

export const isOpen = ({ state }: Pick<BatchRow, 'state'>): boolean =>
  state === 'QUEUED' || state === 'RUNNING';

/** '118 written, 7 left out, 2 not written'. */
export function BatchOutcome({ of, batch, note }: { of: Batch; batch: Counts; note?: string | null }) {
  const parts = [
    `${formatCount(batch.ok)} ${of.words.ok}`,
    batch.skipped > 0 && `${formatCount(batch.skipped)} ${of.words.skipped}`,
    batch.failed > 0 && `${formatCount(batch.failed)} ${of.words.failed}`,
    note,
  ];
  return (
    <Text fz="sm" className="figures quiet">
      {parts.filter(Boolean).join(', ')}
    </Text>
  );
}

export function BatchBar({ batch }: { batch: Counts }) {
  const t = useText(batchWords);
  return (
    <Progress
      value={batch.total === 0 ? 100 : (batch.done / batch.total) * 100}
      aria-label={t('batch.progress')}
      animated
    />
  );
}
