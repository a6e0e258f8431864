import { useQuery } from '@aangan/web/api/use-query.ts';
import { listLink } from '@aangan/web/list/list-state.ts';
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { part } from '@aangan/web/part.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Stack } from '@mantine/core';
import '../training-look.tsx';
import { performanceContract as contract } from './performance.contract.ts';
import { performances } from './performance.listing.ts';
import { recordPath } from './record-path.web.ts';

const CertificateList = part(() => import('./certificate-list.tsx'), 'CertificateList');
const GateList = part(() => import('./gate-list.tsx'), 'GateList');
const StandingList = part(() => import('./gate-list.tsx'), 'StandingList');
const PATH = '/self-training/teacher-performance';
const TILES = {
  active: ['Learning now', listLink(PATH, { active: 'YES' })],
  thisMonth: ['Completed this month', listLink(PATH, { thisMonth: 'YES' })],
  overdue: ['Overdue', listLink(PATH, { overdue: 'YES' })],
  expiring: [
    'Certificates that expire within 30 days',
    listLink(`${PATH}?tab=certificates`, { state: ['EXPIRING'] }),
  ],
} as const;

/** /self-training/teacher-performance: four figures that open their rows, the staff behind them, certificates and gates. */
export function TeacherPerformance() {
  const tiles = useQuery(contract.tiles, {}, { fresh: 0 });
  return (
    <PageFrame title={performances.title} context="centre">
      <Stack gap="md">
        <TileRow>
          {(['active', 'thisMonth', 'overdue', 'expiring'] as const).map((key) => (
            <Tile
              key={key}
              label={TILES[key][0]}
              value={tiles.data?.[key] ?? null}
              to={TILES[key][1]}
              loading={tiles.isPending}
              {...(tiles.error && !tiles.data ? { error: { retry: () => void tiles.refetch() } } : {})}
            />
          ))}
        </TileRow>
        <PageTabs
          tabs={[
            { value: 'staff', label: 'Staff', content: <Staff /> },
            { value: 'certificates', label: 'Certificates', content: <CertificateList /> },
            { value: 'standing', label: 'Who lacks what', content: <StandingList /> },
            { value: 'gates', label: 'Gates', content: <GateList /> },
          ]}
        />
      </Stack>
    </PageFrame>
  );
}

function Staff() {
  const list = useListing(performances);
  return (
    <ListingTable
      of={performances}
      list={list}
      cells={{
        staff: { minWidth: 180, second: (row) => row.employeeCode },
        state: { cell: (row) => <StatusTag area="teacher-learning" state={row.state} /> },
      }}
      searchHint="Name or employee code"
      rowLink={(row) => recordPath(row.staffId)}
      actions={(row) => [{ label: 'Open record', frequent: true, to: recordPath(row.staffId) }]}
      empty={{
        title: 'No approved staff here',
        help: 'Staff stand here once they are approved.',
      }}
    />
  );
}
