// What a checked file would do beside its faults: new families, children who are here already, rows by centre.
import type { ImportJob } from '@aangan/contract/file-import.ts';
import { formatCount, franchiseeLabel } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { enquiryImport, MAX_MATCHED, type UploadPreview } from './enquiry-import.contract.ts';

const rowsText = (n: number): string => (n === 1 ? '1 row' : `${formatCount(n)} rows`);

export function Preview({ job }: { job: ImportJob }) {
  const found = enquiryImport.preview?.safeParse(job.preview).data;
  if (!found) return null;
  return (
    <>
      <TileRow>
        <Tile label="New enquiries" value={formatCount(found.fresh + found.siblings + found.possible)} />
        <Tile label="Asked again" value={formatCount(found.askedAgain)} />
        <Tile label="Saved by an earlier file" value={formatCount(found.known)} />
      </TileRow>
      <Remarks found={found} />
      {found.centres.length > 0 && <RowsByCentre centres={found.centres} />}
      {found.matched.length > 0 && <MatchedRows matched={found.matched} />}
    </>
  );
}

/** What the file holds that is easily overlooked. */
function Remarks({ found }: { found: UploadPreview }) {
  const say = (n: number, text: string) => (n > 0 ? [`${rowsText(n)} ${text}`] : []);
  const remarks = [
    ...say(
      found.siblings,
      'of brothers or sisters of children here or in this file: saved in the same family.',
    ),
    ...say(
      found.possible,
      'that may be a child here or in this file: saved, and shown as a possible duplicate.',
    ),
    ...say(
      found.closed,
      'of families whose enquiry is over: saved as Close or Drop Off with the reason, without an owner by rules and without a next follow-up.',
    ),
    ...say(found.consents, 'with consent on paper: recorded from the day in consent_on.'),
    ...say(found.undatedConsents, 'with a Y to messages but without consent_on: not recorded as consent.'),
    ...say(found.fillable, 'of children who are here already with something that is blank here.'),
    ...(found.centres.length > 0
      ? say(
          found.unplaced,
          'without a centre that you upload for: correct franchisee_id; no centre keeps them.',
        )
      : []),
    'No messages are sent.',
  ];
  return (
    <Alert color="info" variant="light" title="Please note">
      <Stack gap={4}>
        {remarks.map((remark) => (
          <Text key={remark}>{remark}</Text>
        ))}
      </Stack>
    </Alert>
  );
}

type Centre = UploadPreview['centres'][number];
type Matched = UploadPreview['matched'][number];

const centreColumns = (names: ReadonlyMap<number, string>): Column<Centre>[] => [
  textColumn('centre', 'Centre', ({ franchiseeId }) =>
    franchiseeLabel(franchiseeId, names.get(franchiseeId) ?? ''),
  ),
  textColumn('ok', 'Ready', ({ ok }) => formatCount(ok), { align: 'end' }),
  textColumn('bad', 'With faults', ({ bad }) => formatCount(bad), { align: 'end' }),
];

function RowsByCentre({ centres }: { centres: readonly Centre[] }) {
  const session = useSession();
  const names = new Map(session.centres.map(({ id, companyName }) => [id, companyName]));
  return (
    <Section
      title="By centre"
      help="Each row is saved at its own centre. A centre sees its rows alone."
      flush
    >
      <ShortTable
        label="Rows by centre"
        rows={centres}
        keyOf={({ franchiseeId }) => franchiseeId}
        minWidth={280}
        columns={centreColumns(names)}
      />
    </Section>
  );
}

const fillsText = ({ fills, ambiguous }: Matched): string =>
  ambiguous
    ? 'More than one child of the family could be meant'
    : fills.length > 0
      ? fills.join(', ')
      : 'Nothing: all of it is here';

const matchedColumns: readonly Column<Matched>[] = [
  textColumn('row', 'Row', ({ row }) => String(row), { width: 80, align: 'end' }),
  {
    id: 'child',
    label: 'Child',
    minWidth: 160,
    cell: ({ childName }) => childName,
    second: ({ enquiryCode }) => (
      <Anchor component={Link} to={`/forms/edit/${enquiryCode}`} target="_blank" className="figures">
        {enquiryCode}
      </Anchor>
    ),
  },
  textColumn('fills', 'Would fill', fillsText, { minWidth: 180 }),
];

const MatchedRows = ({ matched }: { matched: readonly Matched[] }) => (
  <Section
    title="Here already"
    help="The enquiry that each row means, and what it would fill. What stands there is never replaced."
    flush
  >
    <ShortTable
      label="Rows of children who are here already"
      rows={matched}
      keyOf={({ row }) => row}
      minWidth={280}
      columns={matchedColumns}
    />
    {matched.length === MAX_MATCHED && <Text p="md">The first {MAX_MATCHED} are shown.</Text>}
  </Section>
);
