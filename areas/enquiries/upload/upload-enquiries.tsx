import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatProgress } from '@aangan/web/format.ts';
import { type ImportSource, useImportSource } from '@aangan/web/import/use-import-source.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { Alert, Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ChooseColumns, type Columns, type Headings } from './choose-columns.tsx';
import { ColumnHints } from './column-hints.tsx';
import {
  type DryRunOutcome,
  enquiryUploadContract,
  MAX_UPLOAD_BYTES,
  MEND_HEADING,
  rowResults,
} from './enquiry-upload.contract.ts';
import { UploadBatch } from './upload-batch.tsx';
import { DryRun } from './upload-dry-run.tsx';
import { UploadHistory } from './upload-history.tsx';
import { saveTemplate } from './upload-look.tsx';
import { UploadResult } from './upload-result.tsx';

type Step = 'file' | 'columns' | 'rows' | 'saved';
const STEPS: readonly Step[] = ['file', 'columns', 'rows', 'saved'];

/**
 * File, columns, dry run, save: nothing is written before the last step. `?upload=` is a file that was saved or is on its
 * way, `?batch=` one for several centres.
 */
export function UploadEnquiries() {
  const [params] = useSearchParams();
  const id = params.get('upload');
  const batch = params.get('batch');
  const rows = rowResults.find((one) => one === params.get('rows')) ?? null;
  const [step, setStep] = useState<Step>('file');
  return (
    <PageFrame
      title="Upload enquiries"
      context="centre-year"
      crumbs={[{ label: 'Enquiries', to: '/forms/enquiry/list' }]}
      menu={[{ label: 'Download the template', run: () => void saveTemplate() }]}
    >
      <Stack gap="md">
        <Steps
          steps={['File', 'Columns', 'Dry run', 'Saved']}
          active={STEPS.indexOf(id || batch ? 'saved' : step)}
        />
        {id ? (
          <UploadResult key={id} id={id} rows={rows} />
        ) : batch ? (
          <UploadBatch key={batch} id={batch} />
        ) : (
          <NewUpload step={step} setStep={setStep} />
        )}
      </Stack>
    </PageFrame>
  );
}

const isCertain = ({ title, column, examples }: Headings[number]): boolean =>
  column !== null || title === MEND_HEADING || (title === '' && examples.length === 0);

interface NewUploadProps {
  step: Step;
  setStep: (step: Step) => void;
}

function NewUpload({ step, setStep }: NewUploadProps) {
  const navigate = useNavigate();
  const { franchisee, centres } = useSession();
  const several = franchisee === null && centres.length > 1;
  const [file, setFile] = useState<File | null>(null);
  const [source, setSource] = useState<ImportSource | null>(null);
  const [headings, setHeadings] = useState<Headings>([]);
  const [checked, setChecked] = useState<DryRunOutcome | null>(null);
  const { share, trouble, bring, forget } = useImportSource(MAX_UPLOAD_BYTES / (1024 * 1024));
  const shown = (next: DryRunOutcome) => {
    setChecked(next);
    setStep('rows');
  };
  const ask = useCommand(enquiryUploadContract.headings);
  const check = useCommand(enquiryUploadContract.check, { onDone: shown });
  // The columns belong to the file as it was read; choosing them anew would let the mended cells go.
  const [mended, setMended] = useState(false);
  const mend = useCommand(enquiryUploadContract.mend, {
    onDone: (next) => {
      setMended(true);
      shown(next);
    },
  });
  const commit = useCommand(enquiryUploadContract.commit, {
    refresh: ['enquiry', 'follow-up'],
    onDone: ({ id, batch }) => void navigate(`/upload/enquiries?${batch ? 'batch' : 'upload'}=${id}`),
  });
  const startAnew = () => {
    setChecked(null);
    setMended(false);
    setStep('file');
    forget();
    for (const one of [ask, check, mend, commit]) one.reset();
  };
  const checkRows = (from: ImportSource, columns: Columns) =>
    check.run({ ...from, fileName: file?.name ?? '', columns: [...columns] });
  const read = async () => {
    if (!file) return;
    startAnew();
    const from = await bring(file);
    setSource(from);
    const found = from && (await ask.run(from));
    if (!from || !found) return;
    setHeadings(found.headings);
    // A file of the template, or one like the last, needs no question.
    const certain = found.missing.length === 0 && found.headings.every(isCertain);
    if (certain)
      await checkRows(
        from,
        found.headings.map((one) => one.column),
      );
    else setStep('columns');
  };
  const problem = trouble ?? [commit, mend, check, ask].find((one) => one.error)?.error?.message;
  return (
    <>
      {problem && (
        <Alert color="danger" variant="light" role="alert">
          {problem}
        </Alert>
      )}
      <Section
        title="File"
        help="CSV or XLSX, up to 20,000 rows and 10 MB. One line holds the column names; their order does not matter, and a title may stand above it."
      >
        <Group align="end">
          <FileInput
            label="Enquiry file"
            placeholder="Choose a file"
            accept=".csv,.xlsx,text/csv"
            value={file}
            onChange={(next) => {
              setFile(next);
              startAnew();
            }}
            w="100%"
            maw={420}
            clearable
          />
          <Button
            variant={step === 'file' ? 'filled' : 'default'}
            onClick={() => void read()}
            disabled={!file}
            loading={ask.running || check.running || share !== null}
          >
            Check the file
          </Button>
          {step === 'rows' && !mended && (
            <Button variant="default" onClick={() => setStep('columns')}>
              Choose the columns
            </Button>
          )}
          {share !== null && <Text>{formatProgress(share)}</Text>}
        </Group>
        {check.running && (
          <Text mt="sm" className="quiet" aria-live="polite">
            Reading every row. 20,000 rows take some seconds.
          </Text>
        )}
        {step === 'file' && <ColumnHints several={several} />}
      </Section>
      {step === 'columns' && source && (
        <ChooseColumns
          headings={headings}
          checking={check.running}
          onChosen={(columns) => {
            setHeadings(headings.map((one, at) => ({ ...one, column: columns[at] ?? null })));
            void checkRows(source, columns);
          }}
        />
      )}
      {step === 'rows' && checked && (
        <DryRun
          key={checked.jobId}
          checked={checked}
          save={(how) => void commit.run({ jobId: checked.jobId, ...how })}
          saving={commit.running}
          mend={(changes) => void mend.run({ jobId: checked.jobId, changes })}
          mending={mend.running}
        />
      )}
      {step === 'file' && <UploadHistory />}
    </>
  );
}
