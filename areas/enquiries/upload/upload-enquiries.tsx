import type { ImportJob } from '@aangan/contract/file-import.ts';
import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { saveBlob } from '@aangan/web/api/open-file.ts';
import { ImportScreen } from '@aangan/web/import/import-screen.tsx';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router';
import { enquiryImport } from './enquiry-import.contract.ts';
import { enquiryUploads } from './enquiry-upload.listing.ts';
import { Outcome, UploadDrawer } from './upload-outcome.tsx';
import { Preview } from './upload-preview.tsx';

/** /upload/enquiries: enquiries from a file, and the files of before. */
export function UploadEnquiries() {
  return (
    <PageFrame
      title="Upload enquiries"
      context="centre-year"
      crumbs={[{ label: 'Enquiries', to: '/forms/enquiry/list' }]}
    >
      <PageTabs
        tabs={[
          { value: 'new', label: 'New file', content: <NewFile /> },
          { value: 'files', label: 'Earlier files', content: <EarlierFiles /> },
        ]}
      />
    </PageFrame>
  );
}

const Result = ({ job: { jobId } }: { job: ImportJob }) => (
  <>
    <Outcome jobId={jobId} />
    <Group gap="md">
      <Anchor component={Link} to="/forms/enquiry/list">
        Open the list of enquiries
      </Anchor>
      <Anchor component={Link} to={`/upload/enquiries?tab=files&file=${jobId}`}>
        Show the rows
      </Anchor>
    </Group>
  </>
);

const NewFile = () => (
  <ImportScreen
    of={enquiryImport}
    refresh={['enquiry', 'follow-up', 'enquiry-upload']}
    preview={Preview}
    result={Result}
  />
);

type Row = ListingRow<typeof enquiryUploads.endpoints.list>;

const saveFaulty = ({ jobId }: Row) =>
  call(enquiryImport.endpoints.faulty, { jobId }).then(
    ({ csv, fileName }) => saveBlob(new Blob([`\uFEFF${csv}`], { type: 'text/csv' }), fileName),
    (error) => notice.error(toApiError(error)),
  );

function EarlierFiles() {
  const list = useListing(enquiryUploads);
  const [file, show, linkTo] = useParam('file');
  return (
    <>
      <ListingTable
        of={enquiryUploads}
        list={list}
        cells={{
          fileName: { minWidth: 220, second: (row) => row.centre },
          state: { cell: (row) => <StatusTag area="enquiry-upload" state={row.state} /> },
        }}
        rowLink={(row) => (row.can.watch ? `/upload/enquiries?import=${row.jobId}` : linkTo(row.jobId))}
        actions={(row) => [
          { label: 'Download the faulty rows', hidden: !row.can.faulty, run: () => void saveFaulty(row) },
        ]}
        searchHint="File"
        empty={{
          title: 'No file has been uploaded here',
          help: 'Files stand here once their rows are saved.',
        }}
      />
      {file && <UploadDrawer jobId={file} onClose={() => show(null)} />}
    </>
  );
}
