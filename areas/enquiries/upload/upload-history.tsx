import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { type EnquiryUpload, enquiryUploadContract } from './enquiry-upload.contract.ts';
import { countColumns, rowsText, uploadRows } from './upload-look.tsx';

const columns: Column<EnquiryUpload>[] = [
  {
    id: 'file',
    label: 'File',
    minWidth: 220,
    cell: (row) => row.fileName,
    second: (row) => rowsText(row.total),
  },
  instantColumn('at', 'Uploaded', (row) => row.at, { width: 150 }),
  textColumn('by', 'By', (row) => row.byName, { width: 140 }),
  ...countColumns,
  stateColumn('enquiry-upload', (row) => row.state, { label: 'State', width: 110 }),
];

/** Files that were saved before. */
export function UploadHistory() {
  const list = useList(enquiryUploadContract.list, { local: true });
  if (!list.loading && list.rows.length === 0 && !list.error) return null;
  return (
    <Section title="Earlier files">
      <DataTable
        name="enquiry-uploads"
        label="Earlier files"
        list={list}
        columns={columns}
        plain
        {...uploadRows}
      />
    </Section>
  );
}
