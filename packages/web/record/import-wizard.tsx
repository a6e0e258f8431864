import type { AnyRecord } from '@aangan/contract/record.ts';
import { Alert, Button, FileButton, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { toApiError } from '../api/api-error.ts';
import { saveBlob } from '../api/open-file.ts';
import { useCommand } from '../api/use-command.ts';
import { formatCount } from '../format.ts';
import { useText } from '../text/text.tsx';
import { icon } from '../ui/icon.ts';
import { notice } from '../ui/notices.tsx';
import { Steps } from '../ui/steps.tsx';
import { csvOfFile, templateOf } from './import-file.ts';

interface Report {
  jobId: string;
  total: number;
  ok: number;
  bad: number;
  errors: readonly { row: number; field: string; text: string }[];
}

/** Adds rows from a file: choose, check (nothing is saved), mend, confirm. All rows or none. */
export function ImportWizard({
  record,
  opened,
  onClose,
}: {
  record: AnyRecord;
  opened: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const noun = record.title.toLowerCase();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('import.title', { noun: record.plural.toLowerCase() })}
      size="lg"
    >
      {opened && <ImportSteps record={record} noun={noun} onClose={onClose} />}
    </Modal>
  );
}

function ImportSteps({ record, noun, onClose }: { record: AnyRecord; noun: string; onClose: () => void }) {
  const t = useText();
  const [report, setReport] = useState<Report | null>(null);
  const [reading, setReading] = useState(false);
  const { importCheck, importCommit } = record.endpoints;
  if (!importCheck || !importCommit) throw new Error(`Record '${record.name}' has no import`);
  const check = useCommand(importCheck, { onDone: (output) => setReport(output as Report) }); // contract importCheckOutput
  const commit = useCommand(importCommit, {
    onDone: (output) => {
      notice.ok(t('import.committed', { n: formatCount((output as { inserted: number }).inserted) }));
      onClose();
    },
  });

  const read = async (file: File | null) => {
    if (!file) return;
    setReport(null);
    setReading(true);
    try {
      await check.run({ csv: await csvOfFile(file), fileName: file.name.slice(0, 120) });
    } catch (error) {
      notice.error(toApiError(error));
    } finally {
      setReading(false);
    }
  };
  const ready = report !== null && report.bad === 0 && report.errors.length === 0;
  const problem = commit.error ?? check.error;
  return (
    <Stack gap="md">
      <Steps
        steps={[t('import.stepFile'), t('import.stepCheck'), t('import.stepDone')]}
        active={report === null ? 0 : ready ? 2 : 1}
      />
      <Text>{t('import.help', { noun })}</Text>
      <Group gap="sm">
        <FileButton accept=".csv,.xlsx" onChange={(file) => void read(file)}>
          {(props) => (
            <Button
              {...props}
              variant={ready ? 'default' : 'filled'}
              loading={reading || check.running}
              leftSection={<IconUpload {...icon} />}
            >
              {t('upload.choose')}
            </Button>
          )}
        </FileButton>
        <Button
          variant="subtle"
          leftSection={<IconDownload {...icon} />}
          onClick={() =>
            saveBlob(new Blob([`\ufeff${templateOf(record)}`], { type: 'text/csv' }), `${record.name}.csv`)
          }
        >
          {t('import.template')}
        </Button>
      </Group>
      {problem && (
        <Alert color="danger" variant="light" role="alert">
          {problem.message}
        </Alert>
      )}
      {report && <ImportReport report={report} record={record} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          disabled={!ready}
          loading={commit.running}
          onClick={() => report && void commit.run({ jobId: report.jobId })}
        >
          {t('import.commit', { n: formatCount(report?.ok ?? 0) })}
        </Button>
      </Group>
    </Stack>
  );
}

function ImportReport({ report, record }: { report: Report; record: AnyRecord }) {
  const t = useText();
  const labelOf = (name: string): string =>
    (record.fields as Record<string, { label: string }>)[name]?.label ?? name;
  return (
    <Stack gap="sm" aria-live="polite">
      <Text>
        <b className="figures">{t('import.rowsGood', { n: formatCount(report.ok) })}</b>
        {report.bad > 0 && (
          <span style={{ color: 'var(--a-danger-text)' }}>
            {' '}
            · {t('import.rowsBad', { n: formatCount(report.bad) })}
          </span>
        )}
      </Text>
      {report.errors.length > 0 && (
        <>
          <Text c="dimmed" size="sm">
            {t('import.mendFirst')}
          </Text>
          <Table.ScrollContainer minWidth={420} mah={280}>
            <Table stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w={64}>{t('import.row')}</Table.Th>
                  <Table.Th>{t('import.column')}</Table.Th>
                  <Table.Th>{t('import.problem')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {report.errors.map((error, i) => (
                  <Table.Tr key={`${error.row}-${error.field}-${i}`}>
                    <Table.Td className="figures">{error.row || '–'}</Table.Td>
                    <Table.Td>{labelOf(error.field)}</Table.Td>
                    <Table.Td>{error.text}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </>
      )}
    </Stack>
  );
}
