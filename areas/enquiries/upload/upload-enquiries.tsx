import { uploadFile } from '@aangan/web/api/upload.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatProgress } from '@aangan/web/format.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { Alert, Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ChooseColumns, type Columns, type Headings } from './choose-columns.tsx';
import {
  type DryRunOutcome,
  enquiryUploadContract,
  MAX_UPLOAD_BYTES,
  MEND_HEADING,
  requiredColumns,
  rowResults,
  type UploadColumn,
  uploadColumns,
} from './enquiry-upload.contract.ts';
import { DryRun } from './upload-dry-run.tsx';
import { UploadHistory } from './upload-history.tsx';
import { saveTemplate } from './upload-look.tsx';
import { UploadResult } from './upload-result.tsx';

// Smaller files travel with the request; larger ones go through the resumable upload.
const INLINE_BYTES = 1_500_000;

/** UTF-8 text of a small file; a workbook or UTF-16 goes as bytes. */
async function isInline(file: File): Promise<boolean> {
  if (file.size > INLINE_BYTES) return false;
  const [first = 0, second = 0] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return !['PK', '\u00ff\u00fe', '\u00fe\u00ff'].includes(String.fromCharCode(first, second));
}

type Step = 'file' | 'columns' | 'rows' | 'saved';
const STEPS: readonly Step[] = ['file', 'columns', 'rows', 'saved'];

/** File, columns, dry run, save: nothing is written before the last step. `?upload=` is a file that was saved or is on its way. */
export function UploadEnquiries() {
  const [params] = useSearchParams();
  const id = params.get('upload');
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
        <Steps steps={['File', 'Columns', 'Dry run', 'Saved']} active={STEPS.indexOf(id ? 'saved' : step)} />
        {id ? <UploadResult key={id} id={id} rows={rows} /> : <NewUpload step={step} setStep={setStep} />}
      </Stack>
    </PageFrame>
  );
}

/** Where the server finds the file. */
type Source = { csv: string } | { fileId: string };

/** The chosen file on its way to the server; the share that is there, while it is under way. */
function useSource() {
  const [share, setShare] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const bring = async (file: File): Promise<Source | null> => {
    setTrouble(null);
    if (file.size > MAX_UPLOAD_BYTES) {
      setTrouble('A file may have up to 10 MB. Split it.');
      return null;
    }
    try {
      if (await isInline(file)) return { csv: await file.text() };
      return { fileId: await uploadFile(file, setShare).done };
    } catch (error) {
      // An upload says in plain words why it did not go (api/upload.ts).
      setTrouble(error instanceof Error ? error.message : 'The upload stopped.');
      return null;
    } finally {
      setShare(null);
    }
  };
  return { share, trouble, bring, forget: () => setTrouble(null) };
}

const isCertain = ({ title, column, examples }: Headings[number]): boolean =>
  column !== null || title === MEND_HEADING || (title === '' && examples.length === 0);

interface NewUploadProps {
  step: Step;
  setStep: (step: Step) => void;
}

function NewUpload({ step, setStep }: NewUploadProps) {
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [source, setSource] = useState<Source | null>(null);
  const [headings, setHeadings] = useState<Headings>([]);
  const [checked, setChecked] = useState<DryRunOutcome | null>(null);
  const { share, trouble, bring, forget } = useSource();
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
    onDone: ({ id }) => void navigate(`/upload/enquiries?upload=${id}`),
  });
  const startAnew = () => {
    setChecked(null);
    setMended(false);
    setStep('file');
    forget();
    for (const one of [ask, check, mend, commit]) one.reset();
  };
  const checkRows = (from: Source, columns: Columns) =>
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
  const rest = uploadColumns.filter((one) => !requiredColumns.includes(one));
  return (
    <>
      {problem && (
        <Alert color="danger" variant="light" role="alert">
          {problem}
        </Alert>
      )}
      <Section
        title="File"
        help="CSV or XLSX, up to 20,000 rows and 10 MB. The first row holds the column names; their order does not matter."
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
        {step === 'file' && <ColumnHints rest={rest} />}
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
          save={(mode) => void commit.run({ jobId: checked.jobId, mode })}
          saving={commit.running}
          mend={(changes) => void mend.run({ jobId: checked.jobId, changes })}
          mending={mend.running}
        />
      )}
      {step === 'file' && <UploadHistory />}
    </>
  );
}

const HINTS: readonly [string, string][] = [
  [
    'stage',
    'An open stage, Close or Drop Off; empty means nobody has called yet. Close and Drop Off need lost_reason. A family that is here already keeps the stage it has here.',
  ],
  ['next_follow_up', 'DD-MM-YYYY. With the stage Appointment Fixed: DD-MM-YYYY HH:MM.'],
  ['consent_whatsapp, consent_sms, consent_email', 'Y or N. A Y counts with its day in consent_on.'],
  ['external_ref', 'The number of a row in your other system: the same row is never saved twice.'],
];

function ColumnHints({ rest }: { rest: readonly UploadColumn[] }) {
  return (
    <Stack gap="xs" mt="md" maw={760}>
      <Text>
        <b>Needed:</b> {requiredColumns.join(', ')}
      </Text>
      <Text>
        <b>Also read:</b> {rest.join(', ')}
      </Text>
      {HINTS.map(([columns, text]) => (
        <Text key={columns} className="quiet">
          <b>{columns}:</b> {text}
        </Text>
      ))}
    </Stack>
  );
}
