import { formatCount } from '@aangan/web/format.ts';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { Text } from '@mantine/core';
import type { MessageBatch } from './bulk-message.contract.ts';

stateTable('message-batch', {
  QUEUED: ['info', 'Waits'],
  RUNNING: ['info', 'Runs'],
  DONE: ['success', 'Done'],
  CANCELLED: ['warning', 'Stopped'],
});
stateTable('message-item', {
  WAITING: ['info', 'Not written yet'],
  QUEUED: ['success', 'Written'],
  SKIPPED: ['warning', 'Left out'],
});

/** '118 written, 110 left the centre, 2 did not arrive, 7 left out'. */
export function BatchOutcome({ batch }: { batch: MessageBatch }) {
  const parts = [
    `${formatCount(batch.queued)} written`,
    batch.sent > 0 ? `${formatCount(batch.sent)} sent` : null,
    batch.failed > 0 ? `${formatCount(batch.failed)} not sent` : null,
    batch.skipped > 0 ? `${formatCount(batch.skipped)} left out` : null,
  ];
  return (
    <Text fz="sm" className="figures quiet">
      {parts.filter(Boolean).join(', ')}
    </Text>
  );
}
