import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { Button, Group, Menu, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { exportFilePath, exportJobGet } from '../api/export-job.ts';
import { readFile, saveBlob } from '../api/open-file.ts';
import { useCommand } from '../api/use-command.ts';
import { useQuery } from '../api/use-query.ts';
import { formatCount } from '../format.ts';
import { useText } from '../text/text.tsx';
import { icon } from '../ui/icon.ts';
import { notice } from '../ui/notices.tsx';

const POLL_MS = 800;

/** Makes a file of a list with the list's own search and filters; a job with progress, then a download. */
export function ExportButton({
  endpoint,
  input,
  columns,
}: {
  endpoint: Endpoint;
  input: Record<string, unknown>;
  columns?: readonly string[];
}) {
  const t = useText();
  const [jobId, setJobId] = useState<string | null>(null);
  const start = useCommand(endpoint, {
    onDone: (output) => setJobId((output as { jobId: string }).jobId), // every export answers its job
    onError: (error) => notice.error(error),
  });
  const run = (format: 'csv' | 'xlsx') => {
    const { sort: _sort, ...filters } = input;
    void start.run({ ...filters, format, ...(columns ? { columns } : {}) });
  };
  return (
    <>
      <Menu position="top-end">
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconDownload {...icon} />}
            loading={start.running}
          >
            {t('action.export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => run('xlsx')}>{t('export.xlsx')}</Menu.Item>
          <Menu.Item onClick={() => run('csv')}>{t('export.csv')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {jobId && <ExportProgress jobId={jobId} onClose={() => setJobId(null)} />}
    </>
  );
}

function ExportProgress({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const t = useText();
  const [saving, setSaving] = useState(false);
  const [over, setOver] = useState(false);
  const job = useQuery(
    exportJobGet,
    { id: jobId },
    { every: over ? false : POLL_MS, background: true, fresh: 0 },
  );
  const state = job.data?.state ?? 'QUEUED';
  const ended =
    state === 'DONE' ||
    state === 'FAILED' ||
    state === 'CANCELLED' ||
    (job.error !== null && job.data === undefined);
  if (ended !== over) setOver(ended);
  const share = job.data?.rowsTotal ? (job.data.rowsDone / job.data.rowsTotal) * 100 : null;

  const download = async () => {
    setSaving(true);
    try {
      const { blob, name } = await readFile(exportFilePath(jobId));
      saveBlob(blob, name === 'file' ? `${job.data?.title ?? 'export'}.${job.data?.format ?? 'csv'}` : name);
      onClose();
    } catch (error) {
      notice.error(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={job.data?.title ?? t('export.title')} size="sm">
      <Stack gap="md">
        <Text aria-live="polite">
          {state === 'DONE'
            ? t('export.ready')
            : ended
              ? (job.data?.error ?? job.error?.message ?? t('export.failed'))
              : t('export.working')}
          {!ended && job.data && job.data.rowsDone > 0 && (
            <span className="quiet figures"> {formatCount(job.data.rowsDone)}</span>
          )}
        </Text>
        {!ended && (
          <Progress value={share ?? 100} animated={share === null} aria-label={t('export.working')} />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('action.close')}
          </Button>
          {state === 'DONE' && (
            <Button onClick={() => void download()} loading={saving} data-autofocus>
              {t('export.download')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
