import { useQuery } from '@aangan/web/api/use-query.ts';
import { listLink } from '@aangan/web/list/list-state.ts';
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Stack } from '@mantine/core';
import '../training-look.tsx';
import { performanceContract as contract } from './performance.contract.ts';
import { performances } from './performance.listing.ts';
import { recordPath } from './record-path.web.ts';

const PATH = '/self-training/teacher-performance';

/** /self-training/teacher-performance: three figures that open their rows, and the staff behind them. */
export function TeacherPerformance() {
  const list = useListing(performances);
  const tiles = useQuery(contract.tiles, {}, { fresh: 0 });
  const figure = (label: string, key: 'active' | 'thisMonth' | 'overdue') => (
    <Tile
      label={label}
      value={tiles.data?.[key] ?? null}
      to={listLink(PATH, { [key]: 'YES' })}
      loading={tiles.isPending}
      {...(tiles.error && !tiles.data ? { error: { retry: () => void tiles.refetch() } } : {})}
    />
  );
  return (
    <PageFrame title={performances.title} count={list.total ?? undefined} context="centre" fill>
      <Stack gap="md" style={{ minHeight: 0, flex: 1 }}>
        <TileRow>
          {figure('Learning now', 'active')}
          {figure('Completed this month', 'thisMonth')}
          {figure('Overdue', 'overdue')}
        </TileRow>
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
      </Stack>
    </PageFrame>
  );
}
