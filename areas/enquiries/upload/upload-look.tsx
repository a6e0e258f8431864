import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { saveBlob } from '@aangan/web/api/open-file.ts';
import { formatCount } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { stateTable } from '@aangan/web/ui/status-tag.tsx';
import { enquiryUploadContract } from './enquiry-upload.contract.ts';

stateTable('enquiry-upload', {
  QUEUED: ['info', 'Waits'],
  RUNNING: ['info', 'Saving'],
  DONE: ['success', 'Saved'],
  CANCELLED: ['warning', 'Stopped'],
});
stateTable('enquiry-upload-row', {
  NEW: ['success', 'New'],
  AGAIN: ['info', 'Asked again'],
  KNOWN: ['neutral', 'Here already'],
});

/** '1 row', '19,997 rows'. */
export const rowsText = (n: number): string => (n === 1 ? '1 row' : `${formatCount(n)} rows`);

/** The faulty rows of a file as the same sheet. */
export async function saveFaulty(id: string): Promise<void> {
  try {
    const { fileName, csv } = await call(enquiryUploadContract.faulty, { id });
    saveText(fileName, csv);
  } catch (error) {
    notice.error(toApiError(error));
  }
}

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
