import type { Filled } from '../enquiry/blanks.ts';
import { type UploadColumn, uploadColumns } from './enquiry-import.contract.ts';

const COLUMN_OF: Partial<Record<Filled, UploadColumn>> = { class_id: 'class', email_norm: 'email' };

/** What was filled, as the columns of a file are called and in their order. */
export const columnsOf = (filled: readonly Filled[]): UploadColumn[] => {
  const named = new Set<string>(filled.map((one) => COLUMN_OF[one] ?? one));
  return uploadColumns.filter((column) => named.has(column));
};
