import { toApiError } from '@aangan/web/api/api-error.ts';
import { uploadFile } from '@aangan/web/api/upload.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatProgress } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { Alert, Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  enquiryUploadContract,
  requiredColumns,
  rowResults,
  uploadColumns,
} from './enquiry-upload.contract.ts';
import { type Check, DryRun } from './upload-dry-run.tsx';
import { UploadHistory } from './upload-history.tsx';
import { saveTemplate } from './upload-look.tsx';
import { UploadResult } from './upload-result.tsx';

// Smaller files travel with the request; larger ones go through the resumable upload.
const INLINE_BYTES = 1_500_000;

/** File, dry run, save: nothing is written before the last step. `?upload=` is a file that was saved or is on its way. */
export function UploadEnquiries() {
  const [params] = useSearchParams();
  const id = params.get('upload');
  const rows = rowResults.find((one) => one === params.get('rows')) ?? null;
  const [checked, setChecked] = useState<Check | null>(null);
  return (
    <PageFrame
      title="Upload enquiries"
      context="centre-year"
      crumbs={[{ label: 'Enquiries', to: '/forms/enquiry/list' }]}
      menu={[{ label: 'Download the template', run: () => void saveTemplate() }]}
    >
      <Stack gap="md">
        <Steps steps={['File', 'Dry run', 'Saved']} active={id ? 2 : checked ? 1 : 0} />
        {id ? (
          <UploadResult key={id} id={id} rows={rows} />
        ) : (
          <NewUpload checked={checked} setChecked={setChecked} />
        )}
      </Stack>
    </PageFrame>
  );
}

interface NewUploadProps {
  checked: Check | null;
  setChecked: (checked: Check | null) => void;
}

function NewUpload({ checked, setChecked }: NewUploadProps) {
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const check = useCommand(enquiryUploadContract.check, { onDone: setChecked });
  const commit = useCommand(enquiryUploadContract.commit, {
    refresh: ['enquiry', 'follow-up'],
    onDone: ({ id }) => {
      setChecked(null);
      void navigate(`/upload/enquiries?upload=${id}`);
    },
  });
  const dryRun = async () => {
    if (!file) return;
    setChecked(null);
    commit.reset();
    try {
      if (file.size <= INLINE_BYTES) await check.run({ csv: await file.text(), fileName: file.name });
      else {
        const fileId = await uploadFile(file, setShare).done;
        setShare(null);
        await check.run({ fileId, fileName: file.name });
      }
    } catch (error) {
      notice.error(toApiError(error));
    } finally {
      setShare(null);
    }
  };
  const problem = commit.error ?? check.error;
  return (
    <>
      {problem && (
        <Alert color="danger" variant="light" role="alert">
          {problem.message}
        </Alert>
      )}
      <Section
        title="File"
        help={`CSV with up to 20,000 rows. Needed columns: ${requiredColumns.join(', ')}. Also known: ${uploadColumns.filter((one) => !requiredColumns.includes(one)).join(', ')}. With external_ref, the number of a row in your other system, the same row is never saved twice.`}
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
          <Button onClick={() => void dryRun()} disabled={!file} loading={check.running || share !== null}>
            Check the file
          </Button>
          {share !== null && <Text>{formatProgress(share)}</Text>}
        </Group>
        {check.running && (
          <Text mt="sm" className="quiet" aria-live="polite">
            Reading every row. 20,000 rows take some seconds.
          </Text>
        )}
      </Section>
      {checked ? (
        <DryRun
          key={checked.jobId}
          checked={checked}
          save={(mode) => void commit.run({ jobId: checked.jobId, mode })}
          saving={commit.running}
        />
      ) : (
        <UploadHistory />
      )}
    </>
  );
}
