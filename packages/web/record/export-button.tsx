import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import * as z from 'zod';
import { useCommand } from '../api/use-command.ts';
import { part } from '../part.ts';
import { useText } from '../text/text.tsx';
import { icon } from '../ui/icon.ts';
import { notice } from '../ui/notices.tsx';

const ExportProgress = part(() => import('./export-progress.tsx'), 'ExportProgress');

/** Makes a file of a list with the list's own search and filters, in its order where the export has one; a job with progress, then a download. */
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
    const { sort, ...filters } = input;
    const ordered = sort != null && endpoint.input instanceof z.ZodObject && 'sort' in endpoint.input.shape;
    void start.run({ ...filters, ...(ordered ? { sort } : {}), format, ...(columns ? { columns } : {}) });
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
      {jobId && (
        <Suspense fallback={null}>
          <ExportProgress jobId={jobId} onClose={() => setJobId(null)} />
        </Suspense>
      )}
    </>
  );
}
