import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { uploadFile } from '@aangan/web/api/upload.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatCount, formatProgress } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Alert, Button, FileInput, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { enquiryUploadContract, requiredColumns, uploadColumns } from './enquiry-upload.contract.ts';

type Check = OutputOf<typeof enquiryUploadContract.check>;
type Done = OutputOf<typeof enquiryUploadContract.commit>;
// Smaller files travel with the request; larger ones go through the resumable upload.
const INLINE_BYTES = 1_500_000;
const SHOWN_FAULTS = 500;

/** File, dry run, save: nothing is written before the last step, and then all rows or none. */
export function UploadEnquiries() {
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [checked, setChecked] = useState<Check | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const check = useCommand(enquiryUploadContract.check, { onDone: setChecked });
  const commit = useCommand(enquiryUploadContract.commit, {
    refresh: ['enquiry', 'follow-up'],
    onDone: setDone,
  });
  const dryRun = async () => {
    if (!file) return;
    setChecked(null);
    try {
      if (file.size <= INLINE_BYTES) await check.run({ csv: await file.text(), fileName: file.name });
      else {
        const fileId = await uploadFile(file, setShare).done;
        await check.run({ fileId, fileName: file.name });
      }
    } catch (error) {
      notice.error(toApiError(error));
    } finally {
      setShare(null);
    }
  };
  const restart = () => {
    setFile(null);
    setChecked(null);
    setDone(null);
    check.reset();
    commit.reset();
  };
  const problem = commit.error ?? check.error;
  return (
    <PageFrame
      title="Upload enquiries"
      context="centre-year"
      crumbs={[{ label: 'Enquiries', to: '/forms/enquiry/list' }]}
      menu={[{ label: 'Download the template', run: () => void saveTemplate() }]}
    >
      <Stack gap="md">
        <Steps steps={['File', 'Dry run', 'Saved']} active={done ? 2 : checked ? 1 : 0} />
        {problem && (
          <Alert color="danger" variant="light" role="alert">
            {problem.message}
          </Alert>
        )}
        {done ? (
          <Result done={done} restart={restart} />
        ) : (
          <>
            <Section
              title="File"
              help={`CSV with up to 20,000 rows. Needed columns: ${requiredColumns.join(', ')}. Also known: ${uploadColumns.filter((one) => !requiredColumns.includes(one)).join(', ')}.`}
            >
              <Group align="end">
                <FileInput
                  label="Enquiry file"
                  placeholder="Choose a file"
                  accept=".csv,text/csv"
                  value={file}
                  onChange={(next) => {
                    setFile(next);
                    setChecked(null);
                  }}
                  w="100%"
                  maw={420}
                  clearable
                />
                <Button
                  onClick={() => void dryRun()}
                  disabled={!file}
                  loading={check.running || share !== null}
                >
                  Check the file
                </Button>
                {share !== null && <Text>{formatProgress(share)}</Text>}
              </Group>
            </Section>
            {checked && (
              <DryRun
                checked={checked}
                save={() => void commit.run({ jobId: checked.jobId })}
                saving={commit.running}
              />
            )}
          </>
        )}
      </Stack>
    </PageFrame>
  );
}

function DryRun({ checked, save, saving }: { checked: Check; save: () => void; saving: boolean }) {
  return (
    <>
      <TileRow>
        <Tile label="Rows" value={formatCount(checked.total)} />
        <Tile
          label="New enquiries"
          value={formatCount(checked.fresh + checked.siblings + checked.possible)}
        />
        <Tile label="Asked again" value={formatCount(checked.askedAgain)} />
        <Tile label="Rows with faults" value={formatCount(checked.bad)} />
      </TileRow>
      {checked.bad === 0 ? (
        <Group>
          <Button onClick={save} loading={saving}>
            {checked.ok === 1 ? 'Save 1 row' : `Save ${formatCount(checked.ok)} rows`}
          </Button>
          <Text className="quiet">All rows or none. No messages are sent.</Text>
        </Group>
      ) : (
        <Section
          title={`${formatCount(checked.errors.length)} faults`}
          help="Nothing has been saved. Mend these cells and check the file again."
          flush
          actions={
            <Button variant="default" onClick={() => saveText('faults.csv', faultsCsv(checked))}>
              Download the faults
            </Button>
          }
        >
          <Table.ScrollContainer minWidth={480}>
            <Table horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Row</Table.Th>
                  <Table.Th>Column</Table.Th>
                  <Table.Th>What to do</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {checked.errors.slice(0, SHOWN_FAULTS).map((fault) => (
                  <Table.Tr key={`${fault.row} ${fault.field}`}>
                    <Table.Td>{fault.row}</Table.Td>
                    <Table.Td>{fault.field}</Table.Td>
                    <Table.Td>{fault.text}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {checked.errors.length > SHOWN_FAULTS && (
            <Text p="md">
              The first {SHOWN_FAULTS} are shown; the download has all {formatCount(checked.errors.length)}.
            </Text>
          )}
        </Section>
      )}
    </>
  );
}

function Result({ done, restart }: { done: Done; restart: () => void }) {
  return (
    <Section title="Saved">
      <Stack gap="md">
        <Text>
          {formatCount(done.created)} {done.created === 1 ? 'enquiry' : 'enquiries'} saved
          {done.firstCode ? `, ${done.firstCode} to ${done.lastCode}` : ''}; {formatCount(done.askedAgain)}{' '}
          asked again.
        </Text>
        <Group>
          <Button component={Link} to="/forms/enquiry/list">
            Open the list
          </Button>
          <Button variant="default" onClick={restart}>
            Upload another file
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

const cell = (text: string | number) => `"${String(text).replaceAll('"', '""')}"`;
const faultsCsv = (checked: Check): string =>
  [
    'row,column,what to do',
    ...checked.errors.map((fault) => [fault.row, fault.field, fault.text].map(cell).join(',')),
  ].join('\r\n');

async function saveTemplate(): Promise<void> {
  try {
    saveText('enquiries.csv', (await call(enquiryUploadContract.template, {})).csv);
  } catch (error) {
    notice.error(toApiError(error));
  }
}

function saveText(name: string, text: string): void {
  const link = document.createElement('a');
  // The mark at the start tells spreadsheets that the file is UTF-8.
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
