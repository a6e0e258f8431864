// A file on its way, and at its end.
import type { ImportJob } from '@aangan/contract/file-import.ts';
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { formatCount, formatPercent } from '../format.ts';
import { Section } from '../ui/section.tsx';

const rowsText = (n: number): string => (n === 1 ? '1 row' : `${formatCount(n)} rows`);

interface RunningProps {
  job: ImportJob;
  whole: boolean;
  stopping: boolean;
  onStop: () => void;
}

export function ImportRunning({ job, whole, stopping, onStop }: RunningProps) {
  const saving = job.state === 'COMMITTING';
  const share = job.done / Math.max(1, job.ok);
  return (
    <Section title={job.fileName}>
      <Stack gap="md">
        <Text aria-live="polite">
          {saving
            ? `${formatPercent(Math.floor(share * 100) * 100)}: ${formatCount(job.done)} of ${rowsText(job.ok)}${whole ? ' written. They are saved all together at the end' : ' saved'}.`
            : 'Reading every row. A large file takes a minute.'}
        </Text>
        <Progress value={saving ? share * 100 : 100} aria-label="Progress" animated />
        <Group>
          <Button variant="default" loading={stopping} onClick={onStop}>
            Stop
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

interface EndedProps {
  job: ImportJob;
  whole: boolean;
  checking: boolean;
  onDownload: () => void;
  onAnew: () => void;
  onAgain: () => void;
  onDone: (() => void) | undefined;
}

export function ImportEnded({ job, whole, checking, onDownload, onAnew, onAgain, onDone }: EndedProps) {
  const failed = job.state === 'FAILED';
  const title = { DONE: 'Saved', FAILED: 'Not saved' }[job.state as 'DONE'] ?? 'Stopped';
  return (
    <Section title={`${title}: ${job.fileName}`}>
      <Stack gap="md">
        {job.problem && (
          <Alert color="danger" variant="light" role="alert">
            {job.problem}
          </Alert>
        )}
        <Text role="status">
          {job.saved > 0 ? `${rowsText(job.saved)} saved.` : 'No row was saved.'}
          {job.state === 'CANCELLED' && !whole && job.saved > 0 ? ' The rest was not saved any more.' : ''}
          {!failed && job.bad > 0
            ? ` ${rowsText(job.bad)} had faults. Download them, correct what the last column says and choose that file.`
            : ''}
        </Text>
        <Group gap="sm">
          {!failed && job.bad > 0 && <Button onClick={onDownload}>Download the faulty rows</Button>}
          {failed && job.total > 0 && (
            <Button loading={checking} onClick={onAgain}>
              Check again
            </Button>
          )}
          <Button variant="default" onClick={onAnew}>
            Choose another file
          </Button>
          {onDone && (
            <Button variant="default" onClick={onDone}>
              Close
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
