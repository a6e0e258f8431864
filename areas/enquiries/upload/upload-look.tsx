import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { saveBlob } from '@aangan/web/api/open-file.ts';
import { formatCount } from '@aangan/web/format.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { type EnquiryUpload, enquiryUploadContract } from './enquiry-upload.contract.ts';

stateTable('enquiry-upload', {
  QUEUED: ['info', 'Waits'],
  RUNNING: ['info', 'Saving'],
  DONE: ['success', 'Saved'],
  CANCELLED: ['warning', 'Stopped'],
});
stateTable('enquiry-upload-row', {
  NEW: ['success', 'New'],
  AGAIN: ['info', 'Asked again'],
  FILLED: ['info', 'Filled'],
  KNOWN: ['neutral', 'Here already'],
});

/** '1 row', '19,997 rows'. */
export const rowsText = (n: number): string => (n === 1 ? '1 row' : `${formatCount(n)} rows`);

export const isOver = ({ state }: EnquiryUpload): boolean => state === 'DONE' || state === 'CANCELLED';

/** What became of the rows of a file. */
export const countColumns: readonly Column<EnquiryUpload>[] = [
  textColumn('created', 'New', (row) => formatCount(row.created), { width: 90, align: 'end' }),
  textColumn('again', 'Asked again', (row) => formatCount(row.askedAgain), { width: 110, align: 'end' }),
  textColumn('filled', 'Filled', (row) => formatCount(row.filled), { width: 80, align: 'end' }),
  textColumn('known', 'Here already', (row) => formatCount(row.known), { width: 115, align: 'end' }),
  textColumn('bad', 'Faulty', (row) => formatCount(row.bad), { width: 90, align: 'end' }),
];

/** The faulty rows of a file as the same sheet. */
export async function saveFaulty(id: string): Promise<void> {
  try {
    const { fileName, csv } = await call(enquiryUploadContract.faulty, { id });
    saveText(fileName, csv);
  } catch (error) {
    notice.error(toApiError(error));
  }
}

/** How a table of uploads opens a row, and what it offers for one. */
export const uploadRows = {
  rowLink: (row: EnquiryUpload) => `/upload/enquiries?upload=${row.id}`,
  actions: (row: EnquiryUpload) => [
    { label: 'Download the faulty rows', run: () => saveFaulty(row.id), hidden: !row.hasFaulty },
  ],
};

/** Where to go after a file; `quiet`: something else is to be done first. */
export const WaysOn = ({ quiet = false }: { quiet?: boolean }) => (
  <>
    <Button component={Link} to="/forms/enquiry/list" variant={quiet ? 'default' : 'filled'}>
      Open the list
    </Button>
    <Button component={Link} to="/upload/enquiries" variant="default">
      Upload another file
    </Button>
  </>
);

export async function saveTemplate(): Promise<void> {
  try {
    saveText('enquiries.csv', (await call(enquiryUploadContract.template, {})).csv);
  } catch (error) {
    notice.error(toApiError(error));
  }
}

// The mark at the start tells spreadsheets that the file is UTF-8.
const saveText = (name: string, text: string) =>
  saveBlob(new Blob(['\uFEFF', text], { type: 'text/csv' }), name);
