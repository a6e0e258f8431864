import { useQuery } from '@aangan/web/api/use-query.ts';
import { BarChart } from '@aangan/web/charts/charts.tsx';
import { formatCount } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { TilesSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Stack, Table } from '@mantine/core';
import { Link } from 'react-router';
import { financeDashboardContract } from './finance-dashboard.contract.ts';

/** /finance/dashboard: every tile opens the rows it counts. */
export function FinanceDashboard() {
  const query = useQuery(financeDashboardContract.get, {}, { every: 60_000, fresh: 0 });
  return (
    <PageFrame title="Finance" context="centre">
      <QueryState query={query} skeleton={<TilesSkeleton tiles={8} />}>
        {(board) => (
          <Stack gap="md">
            <TileRow>
              {board.tiles.slice(0, 4).map((tile) => (
                <One key={tile.key} tile={tile} asOf={board.asOf} />
              ))}
            </TileRow>
            <TileRow>
              {board.tiles.slice(4).map((tile) => (
                <One key={tile.key} tile={tile} asOf={board.asOf} />
              ))}
            </TileRow>
            <TwoColumns
              main={
                <Section title="Due and collected by month">
                  {board.months.length === 0 ? (
                    <EmptyState
                      title="No fees yet."
                      help="Start with fee types, then a fee plan."
                      action={{ label: 'Fee types', to: '/fee-types/feeTypes-list' }}
                    />
                  ) : (
                    <BarChart
                      title="Due and collected"
                      data={board.months}
                      series={[
                        { key: 'due', label: 'Due' },
                        { key: 'collected', label: 'Collected of it' },
                      ]}
                      unit="money"
                    />
                  )}
                </Section>
              }
              rail={
                <Section title="Overdue by age" flush>
                  <Table horizontalSpacing="md">
                    <Table.Thead>
                      <Table.Tr>
                        <Table.Th>Age</Table.Th>
                        <Table.Th ta="right">Children</Table.Th>
                        <Table.Th ta="right">Overdue</Table.Th>
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {board.ageing.map((row) => (
                        <Table.Tr key={row.label}>
                          <Table.Td>
                            <Anchor component={Link} to={row.to} size="sm">
                              {row.label}
                            </Anchor>
                          </Table.Td>
                          <Table.Td ta="right">{formatCount(row.children)}</Table.Td>
                          <Table.Td ta="right">
                            <Money paise={row.amount} />
                          </Table.Td>
                        </Table.Tr>
                      ))}
                    </Table.Tbody>
                  </Table>
                </Section>
              }
            />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

interface TileData {
  key: string;
  label: string;
  unit: 'money' | 'count';
  value: number;
  note: string | null;
  to: string | null;
}

const One = ({ tile, asOf }: { tile: TileData; asOf: string }) => (
  <Tile
    label={tile.label}
    value={tile.unit === 'money' ? <Money paise={tile.value} /> : formatCount(tile.value)}
    asOf={asOf}
    {...(tile.to ? { to: tile.to } : {})}
    period={tile.note ?? undefined}
  />
);
