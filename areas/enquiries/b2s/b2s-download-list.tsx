// /B2SReport/download-list: files of the season, made in the background from the report's own conditions.

import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { exportJobContract } from '@aangan/contract/export-job.contract.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatBytes, formatCount } from '@aangan/web/format.ts';
import { useExportFile } from '@aangan/web/record/use-export-file.ts';
import { type Column, dayColumn, instantColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { optionsOf } from '../enquiry/choice-filter.web.ts';
import { b2sContract } from './b2s.contract.ts';
import { fileKinds } from './b2s-shape.ts';
import './b2s-look.tsx';
import { cohorts, outcomes } from './b2s-outcome.ts';

type File = OutputOf<typeof b2sContract.files>['rows'][number];
const WORKING = new Set(['QUEUED', 'RUNNING']);

const columns: readonly Column<File>[] = [
  {
    id: 'title',
    label: 'File',
    cell: (row) => <Text fw={500}>{row.title}</Text>,
    second: (row) => `${row.filters} · ${row.format.toUpperCase()}`,
  },
  instantColumn('at', 'Made at', (row) => row.at),
  textColumn('rows', 'Rows', (row) => formatCount(row.rows), { align: 'end' }),
  textColumn('bytes', 'Size', (row) => (row.bytes === null ? '–' : formatBytes(row.bytes)), { align: 'end' }),
  stateColumn('b2s-file', (row) => row.state, { label: 'State', second: (row) => row.error }),
  dayColumn('expiresOn', 'Kept until', (row) => row.expiresOn),
];

export function B2sDownloadList() {
  const [asking, setAsking] = useState(false);
  const [working, setWorking] = useState(true);
  const files = useQuery(b2sContract.files, {}, { every: working ? 2_000 : false, fresh: 0 });
  const seasons = useQuery(b2sContract.seasons, {});
  const busy = files.data?.rows.some((row) => WORKING.has(row.state)) ?? true;
  if (busy !== working) setWorking(busy);
  return (
    <PageFrame
      title="B2S downloads"
      primary={{ label: 'New file', run: () => setAsking(true), disabled: !seasons.data?.rows.length }}
    >
      <QueryState query={files}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="No file prepared yet."
              help="Members, a calling list, a summary of centres or what changed: choose a file and go on working meanwhile."
              action={{ label: 'New file', run: () => setAsking(true), hidden: !seasons.data?.rows.length }}
            />
          ) : (
            <Section flush>
              <ShortTable
                label="Files"
                rows={rows}
                keyOf={(row) => row.id}
                columns={[
                  ...columns,
                  {
                    id: 'do',
                    label: '',
                    align: 'end',
                    cell: (row) => <FileSteps row={row} onStarted={() => setWorking(true)} />,
                  },
                ]}
                minWidth={860}
              />
            </Section>
          )
        }
      </QueryState>
      {asking && (
        <NewFile
          seasons={(seasons.data?.rows ?? []).map(({ id, title }) => ({ value: id, label: title }))}
          onClose={() => setAsking(false)}
          onStarted={() => setWorking(true)}
        />
      )}
    </PageFrame>
  );
}

function FileSteps({ row, onStarted }: { row: File; onStarted: () => void }) {
  const file = useExportFile(row);
  const options = {
    refresh: ['b2s.files'],
    onDone: onStarted,
    onError: (error: Parameters<typeof notice.error>[0]) => notice.error(error),
  };
  const again = useCommand(b2sContract.rerunFile, options);
  const cancel = useCommand(exportJobContract.cancel, options);
  return (
    <Group gap="xs" wrap="nowrap" justify="end">
      {row.state === 'READY' && (
        <Button size="compact-sm" loading={file.saving} onClick={file.save}>
          Download
        </Button>
      )}
      {WORKING.has(row.state) ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={cancel.running}
          onClick={() => void cancel.run({ id: row.id })}
        >
          Cancel
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          loading={again.running}
          onClick={() => void again.run({ id: row.id })}
        >
          Make again
        </Button>
      )}
    </Group>
  );
}

function NewFile({
  seasons,
  onClose,
  onStarted,
}: {
  seasons: readonly { value: string; label: string }[];
  onClose: () => void;
  onStarted: () => void;
}) {
  const form = useForm(b2sContract.prepareFile, {
    start: { seasonId: seasons[0]?.value ?? '', file: 'members', format: 'xlsx', kind: [], outcome: [] },
    // Nothing chosen is no filter.
    toInput: (values) =>
      Object.fromEntries(
        Object.entries(values).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
      ),
    refresh: ['b2s.files'],
    onDone: () => {
      notice.ok('The file is being made. You can go on working.');
      onStarted();
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="New file">
      <Form form={form}>
        <Stack gap="md">
          <Field name="seasonId" label="Season" kind="choice" options={seasons} />
          <Field name="file" label="File" kind="choice" options={optionsOf(fileKinds)} />
          <Field
            name="kind"
            label="Cohorts"
            kind="choices"
            optional
            options={optionsOf(cohorts)}
            help="None chosen: all"
          />
          <Field
            name="outcome"
            label="Outcomes"
            kind="choices"
            optional
            options={optionsOf(outcomes)}
            help="None chosen: all"
          />
          <Field
            name="format"
            label="Format"
            kind="choice"
            options={[
              { value: 'xlsx', label: 'Excel (XLSX)' },
              { value: 'csv', label: 'CSV' },
            ]}
          />
        </Stack>
        <SaveBar label="Make file" onCancel={onClose} />
      </Form>
    </Modal>
  );
}
