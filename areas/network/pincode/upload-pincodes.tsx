import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { saveBlob } from '@aangan/web/api/open-file.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount, formatProgress } from '@aangan/web/format.ts';
import { ImportWizard } from '@aangan/web/record/import-wizard.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, FileButton, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { franchiseePincode } from './franchisee-pincode.record.ts';
import { pincodeContract } from './pincode.contract.ts';
import { asRecord, isDirectory, readCsv } from './read-csv.ts';

const BATCH = 2000;

interface Run {
  total: number;
  done: number;
  stored: number;
  errors: { line: number; text: string }[];
  state: 'running' | 'done' | 'cancelled' | 'failed';
}

const template = 'Pincode,Priority,Takes leads,Bus goes there,From,To\n400053,5,Yes,No,2026-04-01,\n';

/** Territory rows for the chosen centre (checked, then all or none), or India Post's directory for the network (in batches; bad rows are named). */
export function UploadPincodes() {
  const [wizard, setWizard] = useState(false);
  return (
    <PageFrame title="Upload pincodes" context="centre">
      <Stack gap="lg">
        <Section
          title="Our pincodes"
          help="Rows of the chosen centre. Nothing is saved until every row is right."
        >
          <Group>
            <Button onClick={() => setWizard(true)}>Choose a file</Button>
            <Button
              variant="default"
              onClick={() => saveBlob(new Blob([template], { type: 'text/csv' }), 'pincodes-template.csv')}
            >
              Download a template
            </Button>
          </Group>
        </Section>
        <DirectoryUpload />
        <LastUploads />
      </Stack>
      <ImportWizard record={franchiseePincode} opened={wizard} onClose={() => setWizard(false)} />
    </PageFrame>
  );
}

const states: Readonly<Record<string, string>> = {
  CHECKED: 'checked, not saved',
  DONE: 'saved',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
};

function LastUploads() {
  const { data } = useQuery(pincodeContract.imports, {});
  if (!data || data.rows.length === 0) return null;
  return (
    <Section title="Your last files">
      <Stack gap="xs">
        {data.rows.map((row) => (
          <Text key={row.id} size="sm">
            {row.fileName}{' '}
            <span className="quiet">
              <InstantText at={row.at} ago /> · {formatCount(row.total)} rows
              {row.bad > 0 ? `, ${formatCount(row.bad)} with errors` : ''} ·{' '}
              {states[row.state] ?? row.state.toLowerCase()}
            </span>
          </Text>
        ))}
      </Stack>
    </Section>
  );
}

function DirectoryUpload() {
  // Head office keeps the directory; a centre uploads its own rows only.
  const { superAdmin, me } = useSession();
  const mayTry = superAdmin || me?.franchisee?.id === 1;

  const [run, setRun] = useState<Run | null>(null);
  const cancelled = useRef(false);
  if (!mayTry)
    return (
      <Text size="sm" c="dimmed">
        Directory files need head-office rights.
      </Text>
    );
  const start = async (file: File | null) => {
    if (!file) return;
    const { columns, rows } = readCsv(await file.text());
    if (!isDirectory(columns))
      return notice.warn('This is no directory file: a column "officename" is missing.');
    cancelled.current = false;
    setRun(await upload(columns, rows, () => cancelled.current, setRun));
  };
  return (
    <Section
      title="Post office directory"
      help="India Post's file of all offices, for head office. Rows that are already there are updated."
    >
      <Stack>
        <Group>
          <FileButton accept=".csv,text/csv" onChange={(file) => void start(file)}>
            {(props) => (
              <Button {...props} variant="default" loading={run?.state === 'running'}>
                Choose the directory file
              </Button>
            )}
          </FileButton>
          {run?.state === 'running' ? (
            <Button
              variant="subtle"
              onClick={() => {
                cancelled.current = true;
              }}
            >
              Cancel
            </Button>
          ) : null}
        </Group>
        {run ? <RunReport run={run} /> : null}
      </Stack>
    </Section>
  );
}

async function upload(
  columns: readonly string[],
  rows: readonly string[][],
  isCancelled: () => boolean,
  report: (run: Run) => void,
): Promise<Run> {
  let run: Run = { total: rows.length, done: 0, stored: 0, errors: [], state: 'running' };
  report(run);
  for (let from = 0; from < rows.length; from += BATCH) {
    if (isCancelled()) return { ...run, state: 'cancelled' };
    try {
      const batch = rows.slice(from, from + BATCH).map((cells) => asRecord(columns, cells));
      // Line 1 of the file is its header.
      const answer = await call(pincodeContract.importOffices, { rows: batch, firstLine: from + 2 });
      run = {
        ...run,
        done: from + batch.length,
        stored: run.stored + answer.stored,
        errors: [...run.errors, ...answer.errors],
      };
      report(run);
    } catch (error) {
      notice.error(toApiError(error));
      return { ...run, state: 'failed' };
    }
  }
  return { ...run, state: 'done' };
}

const endings = {
  running: '',
  done: 'Finished.',
  cancelled: 'Cancelled; what was stored stays.',
  failed: 'Stopped by an error; what was stored stays. Choose the file again to go on.',
} as const;

function RunReport({ run }: { run: Run }) {
  const share = run.total === 0 ? 1 : run.done / run.total;
  const download = () =>
    saveBlob(
      new Blob([run.errors.map((e) => `${e.line},"${e.text.replaceAll('"', '""')}"`).join('\n')], {
        type: 'text/csv',
      }),
      'pincode-errors.csv',
    );
  return (
    <Stack gap="xs">
      <Progress value={share * 100} aria-label="Upload" />
      <Text size="sm" className="figures" role="status">
        {formatProgress(share)} · {formatCount(run.stored)} rows stored
        {run.errors.length > 0 ? ` · ${formatCount(run.errors.length)} rows refused` : ''}{' '}
        {endings[run.state]}
      </Text>
      {run.errors.length > 0 ? (
        <>
          <List size="sm">
            {run.errors.slice(0, 10).map((error) => (
              <List.Item key={error.line}>
                Line {error.line}, {error.text}
              </List.Item>
            ))}
          </List>
          <Group>
            <Button variant="default" size="xs" onClick={download}>
              Download errors
            </Button>
          </Group>
        </>
      ) : null}
    </Stack>
  );
}
