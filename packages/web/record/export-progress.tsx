import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { exportJobContract } from '@aangan/contract/export-job.contract.ts';
import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCommand } from '../api/use-command.ts';
import { useQuery } from '../api/use-query.ts';
import { formatCount } from '../format.ts';
import { useText } from '../text/text.tsx';
import { notice } from '../ui/notices.tsx';
import { useExportFile } from './use-export-file.ts';

type Job = OutputOf<typeof exportJobContract.get>;

const POLL_MS = 800;

const hasEnded = (job: Job | undefined): boolean =>
  job !== undefined && job.state !== 'QUEUED' && job.state !== 'RUNNING';

/** Follows an export to its end; closing leaves it running, stopping ends it. */
export function ExportProgress({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const t = useText();
  const [over, setOver] = useState(false);
  const query = useQuery(
    exportJobContract.get,
    { id: jobId },
    { every: over ? false : POLL_MS, background: true, fresh: 0 },
  );
  const job = query.data;
  const ended = hasEnded(job) || (query.error !== null && job === undefined);
  if (ended !== over) setOver(ended);
  const text =
    job?.state === 'DONE'
      ? t('export.ready')
      : ended
        ? (job?.error ?? query.error?.message ?? t('export.failed'))
        : t('export.working');
  const share = job?.rowsTotal ? (job.rowsDone / job.rowsTotal) * 100 : null;
  return (
    <Modal opened onClose={onClose} title={job?.title ?? t('export.title')} size="sm">
      <Stack gap="md">
        <Text aria-live="polite">
          {text}{' '}
          {!ended && job && job.rowsDone > 0 && (
            <span className="quiet figures">{formatCount(job.rowsDone)}</span>
          )}
        </Text>
        {!ended && (
          <Progress value={share ?? 100} animated={share === null} aria-label={t('export.working')} />
        )}
        <Group justify="flex-end" gap="sm">
          {!ended && <StopButton jobId={jobId} onStopped={onClose} />}
          <Button variant="default" onClick={onClose}>
            {t('action.close')}
          </Button>
          {job?.state === 'DONE' && <DownloadButton job={job} onSaved={onClose} />}
        </Group>
      </Stack>
    </Modal>
  );
}

function StopButton({ jobId, onStopped }: { jobId: string; onStopped: () => void }) {
  const t = useText();
  const stop = useCommand(exportJobContract.cancel, {
    onDone: onStopped,
    onError: (error) => notice.error(error),
  });
  return (
    <Button variant="subtle" color="gray" loading={stop.running} onClick={() => void stop.run({ id: jobId })}>
      {t('export.stop')}
    </Button>
  );
}

function DownloadButton({ job, onSaved }: { job: Job; onSaved: () => void }) {
  const t = useText();
  const file = useExportFile(job, onSaved);
  return (
    <Button onClick={file.save} loading={file.saving} data-autofocus>
      {t('export.download')}
    </Button>
  );
}
