import { type FileImport, type ImportJob, sampleOf } from '@aangan/contract/file-import.ts';
import { nounOf } from '@aangan/contract/noun.ts';
import { Alert, Button, FileButton, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type DragEvent, useEffect, useRef, useState } from 'react';
import { toApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { saveBlob } from '../api/open-file.ts';
import { refreshCached, useCommand } from '../api/use-command.ts';
import { useQuery } from '../api/use-query.ts';
import { cls } from '../cls.ts';
import { formatCount, formatProgress } from '../format.ts';
import { toCsv } from '../record/import-file.ts';
import { useText } from '../text/text.tsx';
import { notice } from '../ui/notices.tsx';
import { Section } from '../ui/section.tsx';
import { Steps } from '../ui/steps.tsx';
import { useParam } from '../use-param.ts';
import classes from './import.module.css';
import { ImportChecked } from './import-checked.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportFaults } from './import-faults.tsx';
import { DateQuestions, UnknownValues } from './import-questions.tsx';
import { ImportEnded, ImportRunning } from './import-result.tsx';
import { importWords } from './import-words.ts';
import { useImportSource } from './use-import-source.ts';

const MAX_MB = 20;
const POLL_MS = 1000;

export interface ImportScreenProps {
  of: FileImport;
  /** Nouns or names of queries that show what was saved. */
  refresh?: readonly string[];
  /** What the check answered beside faults, over the save. */
  preview?: ComponentType<{ job: ImportJob }>;
  /** What became of the rows, beside how many were saved. */
  result?: ComponentType<{ job: ImportJob }>;
  /** Closes what the screen stands in. */
  onDone?: () => void;
}

/** A file in: choose or drop it, columns and values, dry run, corrections, save, result. Nothing is written before the save. */
export function ImportScreen({
  of,
  refresh = [],
  preview: Preview,
  result: Result,
  onDone,
}: ImportScreenProps) {
  const t = useText(importWords);
  const client = useQueryClient();
  const latest = useRef(refresh);
  latest.current = refresh;
  const [known, setKnown] = useState<ImportJob | null>(null);
  const [choosing, setChoosing] = useState(false);
  const source = useImportSource(MAX_MB);
  const onJob = (job: ImportJob) => {
    setKnown(job);
    setChoosing(false);
  };
  const check = useCommand(of.endpoints.check, { onDone: onJob });
  const correct = useCommand(of.endpoints.correct, { onDone: onJob });
  const cancel = useCommand(of.endpoints.cancel, { onDone: onJob });
  const jobId = known?.jobId ?? '';
  const isRunning = known?.state === 'CHECKING' || known?.state === 'COMMITTING';
  const commit = useCommand(of.endpoints.commit, {
    refresh,
    onDone: () =>
      void call(of.endpoints.status, { jobId }).then(setKnown, (error) => notice.error(toApiError(error))),
  });
  const progress = useQuery(
    of.endpoints.status,
    { jobId },
    { enabled: isRunning, every: isRunning && POLL_MS, background: true, fresh: 0 },
  );
  // An answer of before the save was begun still says CHECKED.
  const told =
    isRunning && progress.data?.jobId === jobId && progress.data.state !== 'CHECKED' ? progress.data : null;
  const checkEnded = isRunning && known.state === 'CHECKING' && progress.data?.state === 'CHECKED';
  const job = told ?? (checkEnded ? progress.data : known);
  useEffect(() => {
    if (!job || job === known || job.state === 'CHECKING' || job.state === 'COMMITTING') return;
    setKnown(job);
    void refreshCached(client, latest.current);
  }, [job, known, client]);

  // A file under way stands in the address: whoever comes back to it sees how far it is.
  const [kept, keep] = useParam('import');
  const mayResume = useRef(true);
  const resumed = useQuery(
    of.endpoints.status,
    { jobId: kept ?? '' },
    { enabled: kept !== null && mayResume.current, fresh: 0 },
  );
  useEffect(() => {
    if (!resumed.data || !mayResume.current) return;
    mayResume.current = false;
    setKnown(resumed.data);
  }, [resumed.data]);
  useEffect(() => {
    if (!isRunning || kept === jobId) return;
    mayResume.current = false;
    keep(jobId);
  }, [isRunning, kept, jobId, keep]);

  const read = async (file: File | null | undefined) => {
    if (!file) return;
    startAnew();
    const from = await source.bring(file);
    if (from) await check.run({ ...from, fileName: file.name.slice(0, 120) });
  };
  const startAnew = () => {
    mayResume.current = false;
    if (kept !== null) keep(null);
    setKnown(null);
    source.forget();
    for (const one of [check, correct, cancel, commit]) one.reset();
  };
  const saveFaulty = () =>
    void call(of.endpoints.faulty, { jobId }).then(
      ({ csv, fileName }) => saveBlob(new Blob([`\ufeff${csv}`], { type: 'text/csv' }), fileName),
      (error) => notice.error(toApiError(error)),
    );
  const problem = source.trouble ?? [commit, correct, check, cancel].find((one) => one.error)?.error?.message;
  const state = job?.state;
  const isChoosing = state === 'CHECKED' && (choosing || (job?.missing.length ?? 0) > 0);
  const whole = job?.mode === 'ALL_OR_NOTHING';
  return (
    <Stack gap="md">
      <Steps
        steps={[t('step.file'), t('step.columns'), t('step.check'), t('step.saved')]}
        active={!job ? 0 : isChoosing ? 1 : state === 'CHECKED' || state === 'CHECKING' ? 2 : 3}
      />
      {problem && (
        <Alert color="danger" variant="light" role="alert">
          {problem}
        </Alert>
      )}
      {!job && (
        <ChooseFile of={of} share={source.share} running={check.running} onFile={(file) => void read(file)} />
      )}
      {job && isChoosing && (
        <ImportColumns
          key={job.jobId}
          of={of}
          job={job}
          running={correct.running}
          onChosen={(columns) => void correct.run({ jobId, columns })}
        />
      )}
      {job && state === 'CHECKED' && !isChoosing && (
        <>
          <ImportChecked
            of={of}
            job={job}
            preview={Preview && <Preview job={job} />}
            saving={commit.running}
            onSave={(how) => void commit.run({ jobId, ...how })}
            onColumns={() => setChoosing(true)}
            onAnew={startAnew}
          />
          {job.dateQuestions.length > 0 && (
            <DateQuestions
              of={of}
              job={job}
              running={correct.running}
              onAnswer={(monthFirst) => void correct.run({ jobId, monthFirst })}
            />
          )}
          {job.unknownValues.length > 0 && (
            <UnknownValues
              of={of}
              job={job}
              running={correct.running}
              onAnswer={(values) => void correct.run({ jobId, values })}
            />
          )}
          {job.bad > 0 && (
            <ImportFaults
              key={job.checkedUntil}
              of={of}
              job={job}
              running={correct.running}
              onCorrect={(cells) => void correct.run({ jobId, cells })}
              onDownload={saveFaulty}
            />
          )}
        </>
      )}
      {job && (state === 'CHECKING' || state === 'COMMITTING') && (
        <ImportRunning
          job={job}
          whole={whole}
          stopping={cancel.running}
          onStop={() => void cancel.run({ jobId })}
        />
      )}
      {job && Result && job.saved > 0 && (state === 'DONE' || state === 'CANCELLED') && <Result job={job} />}
      {job && (state === 'DONE' || state === 'FAILED' || state === 'CANCELLED') && (
        <ImportEnded
          job={job}
          whole={whole}
          checking={correct.running}
          onDownload={saveFaulty}
          onAnew={startAnew}
          onAgain={() => void correct.run({ jobId })}
          onDone={onDone}
        />
      )}
    </Stack>
  );
}

interface ChooseFileProps {
  of: FileImport;
  share: number | null;
  running: boolean;
  onFile: (file: File | null | undefined) => void;
}

function ChooseFile({ of, share, running, onFile }: ChooseFileProps) {
  const t = useText(importWords);
  const [over, setOver] = useState(false);
  const labels = (needed: boolean) =>
    Object.values(of.columns).flatMap(({ field }) => (field.optional === needed ? [] : [field.label]));
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  const saveSample = () =>
    saveBlob(
      new Blob([`\ufeff${toCsv(sampleOf(of.columns))}`], { type: 'text/csv' }),
      `${nounOf(of.title)} sample.csv`,
    );
  return (
    <Section title={t('step.file')} help={t('file.help', { rows: formatCount(of.maxRows), mb: MAX_MB })}>
      <Stack gap="md">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button does the same */}
        <div
          className={cls(classes.drop, over && classes.over)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <FileButton accept=".csv,.xlsx,text/csv" onChange={onFile}>
            {(props) => (
              <Button {...props} loading={running || share !== null}>
                {t('file.choose')}
              </Button>
            )}
          </FileButton>
          <Text className="quiet">{share === null ? t('file.drop') : formatProgress(share)}</Text>
          <Button variant="subtle" onClick={saveSample}>
            {t('file.sample')}
          </Button>
        </div>
        <Text>
          <b>{t('file.needed')}</b> {labels(true).join(', ')}
        </Text>
        <Text className="quiet">
          <b>{t('file.also')}</b> {labels(false).join(', ')}
        </Text>
        {Object.entries(of.columns).map(
          ([name, { field }]) =>
            field.help && (
              <Text key={name} className="quiet">
                <b>{field.label}:</b> {field.help}
              </Text>
            ),
        )}
      </Stack>
    </Section>
  );
}

/** The import over the screen that it was called from. */
export function ImportDialog({ of, refresh, onDone }: ImportScreenProps & { onDone: () => void }) {
  const t = useText();
  const [kept, keep] = useParam('import');
  const close = () => {
    if (kept !== null) keep(null);
    onDone();
  };
  return (
    <Modal opened onClose={close} title={t('import.title', { noun: nounOf(of.title) })} size="xl">
      <ImportScreen of={of} refresh={refresh ?? []} onDone={close} />
    </Modal>
  );
}
