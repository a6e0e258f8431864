// A file on its way, and at its end.
import type { ImportJob } from '@aangan/contract/file-import.ts';
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { formatCount, formatPercent } from '../format.ts';
import { useText } from '../text/text.tsx';
import { Section } from '../ui/section.tsx';
import { importWords } from './import-words.ts';

/** '1 row', '2,500 rows'. */
function useRowsText() {
  const t = useText(importWords);
  return (n: number): string => (n === 1 ? t('rows.one') : t('rows.many', { n: formatCount(n) }));
}

interface RunningProps {
  job: ImportJob;
  whole: boolean;
  stopping: boolean;
  onStop: () => void;
}

export function ImportRunning({ job, whole, stopping, onStop }: RunningProps) {
  const t = useText(importWords);
  const rowsText = useRowsText();
  const saving = job.state === 'COMMITTING';
  const share = job.done / Math.max(1, job.ok);
  return (
    <Section title={job.fileName}>
      <Stack gap="md">
        <Text aria-live="polite">
          {saving
            ? t(whole ? 'run.written' : 'run.saved', {
                share: formatPercent(Math.floor(share * 100) * 100),
                done: formatCount(job.done),
                rows: rowsText(job.ok),
              })
            : t('run.reading')}
        </Text>
        <Progress value={saving ? share * 100 : 100} aria-label={t('run.progress')} animated />
        <Group>
          <Button variant="default" loading={stopping} onClick={onStop}>
            {t('run.stop')}
          </Button>
          <Text className="quiet">{t('run.leave')}</Text>
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
  const t = useText(importWords);
  const kit = useText();
  const rowsText = useRowsText();
  const failed = job.state === 'FAILED';
  const title = t(job.state === 'DONE' ? 'end.saved' : failed ? 'end.failed' : 'end.stopped', {
    file: job.fileName,
  });
  const said = [
    job.saved > 0 ? t('end.n', { rows: rowsText(job.saved) }) : t('end.none'),
    job.state === 'CANCELLED' && !whole && job.saved > 0 ? t('end.rest') : '',
    !failed && job.bad > 0 ? t('end.bad', { rows: rowsText(job.bad) }) : '',
  ];
  return (
    <Section title={title}>
      <Stack gap="md">
        {job.problem && (
          <Alert color="danger" variant="light" role="alert">
            {job.problem}
          </Alert>
        )}
        <Text role="status">{said.filter(Boolean).join(' ')}</Text>
        <Group gap="sm">
          {!failed && job.bad > 0 && <Button onClick={onDownload}>{t('faults.download')}</Button>}
          {failed && job.total > 0 && (
            <Button loading={checking} onClick={onAgain}>
              {t('faults.again')}
            </Button>
          )}
          <Button variant="default" onClick={onAnew}>
            {t('file.another')}
          </Button>
          {onDone && (
            <Button variant="default" onClick={onDone}>
              {kit('action.close')}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
