// What became of a file: figures over all its centres in reach, and its rows.
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { ListingTable, listingFilters } from '@aangan/web/listing/listing-table.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Drawer, Stack, Text } from '@mantine/core';
import { stageLabel } from '../enquiry/stage-label.ts';
import { enquiryUploadRows, enquiryUploads, resultLabels, uploadLabels } from './enquiry-upload.listing.ts';

stateTable('enquiry-upload', {
  COMMITTING: ['info', uploadLabels.COMMITTING],
  DONE: ['success', uploadLabels.DONE],
  FAILED: ['danger', uploadLabels.FAILED],
  CANCELLED: ['warning', uploadLabels.CANCELLED],
});
stateTable('enquiry-upload-row', {
  NEW: ['success', resultLabels.NEW],
  AGAIN: ['info', resultLabels.AGAIN],
  FILLED: ['info', resultLabels.FILLED],
  KNOWN: ['neutral', resultLabels.KNOWN],
});

/** 'ENQ-…-00001 to ENQ-…-00007'. */
const codesText = (first: string | null, last: string | null): string | null =>
  first === null ? null : first === last ? first : `${first} to ${last}`;

export function Outcome({ jobId }: { jobId: string }) {
  const query = useQuery(enquiryUploads.endpoints.list, { jobId, limit: 200 }, { fresh: 0 });
  return (
    <QueryState query={query}>
      {({ rows }) => {
        const sum = (of: 'created' | 'askedAgain' | 'filled' | 'known') =>
          formatCount(rows.reduce((n, row) => n + row[of], 0));
        const codes = rows.flatMap((row) => codesText(row.firstCode, row.lastCode) ?? []);
        return (
          <Stack gap="sm">
            <TileRow>
              <Tile label="New enquiries" value={sum('created')} />
              <Tile label="Asked again" value={sum('askedAgain')} />
              <Tile label="Blanks filled" value={sum('filled')} />
              <Tile label="Here already" value={sum('known')} />
            </TileRow>
            {codes.length > 0 && <Text>{codes.join(', ')}</Text>}
          </Stack>
        );
      }}
    </QueryState>
  );
}

export function UploadDrawer({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const list = useList(enquiryUploadRows.endpoints.list, {
    input: { jobId },
    filters: listingFilters(enquiryUploadRows),
    sort: enquiryUploadRows.sort,
    local: true,
  });
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title="Rows of the file">
      <Stack gap="md">
        <Outcome jobId={jobId} />
        <ListingTable
          of={enquiryUploadRows}
          list={list}
          cells={{
            stage: { cell: (row) => stageLabel(row.stage) },
            result: { cell: (row) => <StatusTag area="enquiry-upload-row" state={row.result} /> },
          }}
          rowLink={(row) => `/forms/edit/${row.enquiryCode}`}
        />
      </Stack>
    </Drawer>
  );
}
