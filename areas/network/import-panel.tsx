import type { Endpoint, InputOf } from '@aangan/contract/endpoint.ts';
import { saveBlob } from '@aangan/web/api/open-file.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatCount } from '@aangan/web/format.ts';
import { csvOfFile, toCsv } from '@aangan/web/record/import-file.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { Button, FileButton, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';

interface Verdict {
  jobId: string;
  total: number;
  ok: number;
  bad: number;
  errors: readonly { row: number; field: string; text: string }[];
}

export interface ImportPanelProps {
  title: string;
  noun: string;
  columns: readonly string[];
  example: readonly string[];
  check: Endpoint;
  commit: Endpoint;
  onClose: () => void;
  refresh: readonly string[];
}

/** Rows from a file in three steps: choose, check (nothing is saved), confirm. All rows or none. */
export function ImportPanel(props: ImportPanelProps) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const check = useCommand(props.check, { onDone: (output) => setVerdict(output as Verdict) }); // contract fileVerdict
  const commit = useCommand(props.commit, {
    refresh: props.refresh,
    onDone: (output) => {
      notice.ok(`${formatCount((output as { inserted: number }).inserted)} ${props.noun} imported.`);
      props.onClose();
    },
  });
  const read = async (file: File | null) => {
    if (!file) return;
    setVerdict(null);
    const input = { csv: await csvOfFile(file), fileName: file.name.slice(0, 120) };
    await check.run(input as InputOf<Endpoint>);
  };
  const ready = verdict !== null && verdict.bad === 0 && verdict.total > 0;
  const problem = commit.error ?? check.error;
  return (
    <Modal opened onClose={props.onClose} title={props.title} size="lg">
      <Stack gap="md">
        <Steps
          steps={['Choose the file', 'Check the rows', 'Import']}
          active={verdict === null ? 0 : ready ? 2 : 1}
        />
        <Text>A CSV or XLSX file with one row each. Nothing is saved before every row is right.</Text>
        <Group gap="sm">
          <FileButton accept=".csv,.xlsx" onChange={(file) => void read(file)}>
            {(button) => (
              <Button {...button} variant={ready ? 'default' : 'filled'} loading={check.running}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <Button
            variant="subtle"
            onClick={() => saveCsv(`${props.noun}.csv`, [props.columns, props.example])}
          >
            Download a template
          </Button>
        </Group>
        {verdict ? <Report verdict={verdict} /> : null}
        <DialogFoot error={problem} onCancel={props.onClose}>
          <Button
            disabled={!ready}
            loading={commit.running}
            onClick={() => verdict && void commit.run({ jobId: verdict.jobId } as InputOf<Endpoint>)}
          >
            Import {formatCount(verdict?.ok ?? 0)} {props.noun}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

const saveCsv = (name: string, rows: readonly (readonly string[])[]) =>
  saveBlob(new Blob([`\ufeff${toCsv(rows)}`], { type: 'text/csv' }), name);

function Report({ verdict }: { verdict: Verdict }) {
  const download = () =>
    saveCsv('rows-to-mend.csv', [
      ['row', 'column', 'what to mend'],
      ...verdict.errors.map((error) => [String(error.row), error.field, error.text]),
    ]);
  return (
    <Stack gap="sm" aria-live="polite">
      <Text className="figures">
        {formatCount(verdict.ok)} rows are ready
        {verdict.bad > 0 ? ` · ${formatCount(verdict.bad)} rows have errors` : ''}
      </Text>
      {verdict.errors.length > 0 ? (
        <>
          <Table.ScrollContainer minWidth={420} mah={280}>
            <Table stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Row</Table.Th>
                  <Table.Th>Column</Table.Th>
                  <Table.Th>What to mend</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {verdict.errors.map((error, index) => (
                  <Table.Tr key={`${error.row}-${error.field}-${index}`}>
                    <Table.Td className="figures">{error.row}</Table.Td>
                    <Table.Td>{error.field}</Table.Td>
                    <Table.Td>{error.text}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <Group>
            <Button size="xs" variant="default" onClick={download}>
              Download errors
            </Button>
          </Group>
        </>
      ) : null}
    </Stack>
  );
}
