import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { exportJobContract } from '@aangan/contract/export-job.contract.ts';
import { readFile, saveBlob } from '@aangan/web/api/open-file.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { dayColumn, instantColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';

stateTable('export', {
  QUEUED: ['info', 'Waiting'],
  RUNNING: ['info', 'Being made'],
  DONE: ['success', 'Ready'],
  FAILED: ['danger', 'Failed'],
  CANCELLED: ['neutral', 'Stopped'],
});

type Job = OutputOf<typeof exportJobContract.list>['rows'][number];

const EVERY_MS = 3_000;

const isOpen = ({ state }: Job): boolean => state === 'QUEUED' || state === 'RUNNING';

/** One's own newest exports of every list and report: how far they are, and their files while they are kept. */
export function MyExports() {
  const [working, setWorking] = useState(true);
  const query = useQuery(exportJobContract.list, {}, { fresh: 0, every: working ? EVERY_MS : false });
  const going = query.data?.rows.some(isOpen) ?? true;
  if (going !== working) setWorking(going);
  return (
    <QueryState query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState title="No exports yet." help="Choose Export under any list or report." />
        ) : (
          <Section flush>
            <ShortTable<Job>
              label="My exports"
              rows={rows}
              keyOf={(row) => row.id}
              minWidth={720}
              columns={[
                textColumn('title', 'Export', (row) => row.title, {
                  second: (row) => row.format.toUpperCase(),
                }),
                instantColumn('createdAt', 'Asked', (row) => row.createdAt),
                textColumn('rows', 'Rows', rowsText, { align: 'end' }),
                stateColumn('export', (row) => row.state, { second: (row) => row.error }),
                dayColumn('expiresOn', 'Kept until', (row) => row.expiresOn),
                textColumn('file', '', (row) => <Step row={row} />, { align: 'end' }),
              ]}
            />
          </Section>
        )
      }
    </QueryState>
  );
}

const rowsText = ({ rowsDone, rowsTotal, state }: Job): string =>
  state === 'RUNNING' && rowsTotal
    ? `${formatCount(rowsDone)} of ${formatCount(rowsTotal)}`
    : formatCount(rowsTotal ?? rowsDone);

function Step({ row }: { row: Job }) {
  const [saving, setSaving] = useState(false);
  const cancel = useCommand(exportJobContract.cancel, {
    refresh: [exportJobContract.list.name],
    onError: (error) => notice.error(error),
  });
  const download = async () => {
    setSaving(true);
    try {
      const { blob, name } = await readFile(`/api/export-job/file?id=${encodeURIComponent(row.id)}`);
      saveBlob(blob, name === 'file' ? `${row.title}.${row.format}` : name);
    } catch (error) {
      notice.error(error);
    } finally {
      setSaving(false);
    }
  };
  if (row.state === 'DONE')
    return (
      <Button
        size="xs"
        variant="default"
        loading={saving}
        aria-label={`Download ${row.title}`}
        onClick={download}
      >
        Download
      </Button>
    );
  if (!isOpen(row)) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={cancel.running}
      aria-label={`Stop ${row.title}`}
      onClick={() => void cancel.run({ id: row.id })}
    >
      Stop
    </Button>
  );
}
