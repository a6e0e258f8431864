// A file for several centres: how far each centre's part is, and what became of it.
import { formatCount, franchiseeLabel } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type EnquiryUpload, enquiryUploadContract } from './enquiry-upload.contract.ts';
import { countColumns, isOver, rowsText, uploadRows, WaysOn } from './upload-look.tsx';

const POLL_MS = 1000;

const outcomeColumns: readonly Column<EnquiryUpload>[] = [
  textColumn('done', 'Through', (row) => `${formatCount(row.done)} of ${formatCount(row.sound)}`, {
    width: 120,
    align: 'end',
  }),
  ...countColumns,
  stateColumn('enquiry-upload', (row) => row.state, { label: 'State', width: 110 }),
];

export function UploadBatch({ id }: { id: string }) {
  const { centres } = useSession();
  const names = new Map(centres.map((one) => [one.id, one.companyName]));
  const columns: Column<EnquiryUpload>[] = [
    {
      id: 'centre',
      label: 'Centre',
      minWidth: 180,
      cell: (row) => franchiseeLabel(row.franchiseeId, names.get(row.franchiseeId) ?? ''),
      second: (row) => rowsText(row.total),
    },
    ...outcomeColumns,
  ];
  const [over, setOver] = useState(false);
  const list = useList(enquiryUploadContract.list, {
    input: { batchId: id },
    limit: 200,
    local: true,
    ...(over ? {} : { every: POLL_MS }),
  });
  const ended = !list.loading && list.rows.length > 0 && list.rows.every(isOver);
  if (ended !== over) setOver(ended);
  if (!list.loading && list.rows.length === 0 && !list.error)
    return (
      <EmptyState
        title="There is no such file here"
        help="It was for other centres. Choose all centres at the top, or upload a file."
      />
    );
  return (
    <Section title={list.rows[0]?.fileName ?? 'File'} help="Each centre has its part. Open one for its rows.">
      <DataTable
        name="enquiry-upload-batch"
        label="Parts of the file"
        list={list}
        columns={columns}
        plain
        {...uploadRows}
      />
      <Stack gap="md" mt="md">
        <Text aria-live="polite" className="quiet">
          {over ? 'All parts are through.' : 'You may leave this page: it goes on.'}
        </Text>
        <Group>
          <WaysOn />
        </Group>
      </Stack>
    </Section>
  );
}
