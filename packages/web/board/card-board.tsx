import type { Board, Card, ChartCard, ShownCard, ShownRow, TableCard } from '@aangan/contract/board.ts';
import { Anchor, Group, Stack, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useQuery } from '../api/use-query.ts';
import { BarChart, LineChart } from '../charts/charts.tsx';
import { formatCount } from '../format.ts';
import { type FilterValues, listLink } from '../list/list-state.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { Section, TwoColumns } from '../ui/section.tsx';
import { TilesSkeleton } from '../ui/skeletons.tsx';
import { Tile, TileRow } from '../ui/tile.tsx';
import { Money } from '../ui/values.tsx';

const EVERY_MS = 60_000;
const TILES_A_ROW = 4;

interface Drawn {
  readonly card: Card;
  readonly shown: ShownCard;
}

/** A declared dashboard: figures on top, charts below, tables and names beside them. Every figure opens its rows. Without charts the rest has the width. */
export function CardBoard({ of }: { of: Board }) {
  const query = useQuery(of.endpoint, {}, { every: EVERY_MS, fresh: 0 });
  return (
    <QueryState query={query} skeleton={<TilesSkeleton tiles={TILES_A_ROW} />}>
      {({ asOf, cards }) => {
        const drawn = cards.flatMap((shown): Drawn[] => {
          const card = of.cards[shown.key];
          return card ? [{ card, shown }] : [];
        });
        const figures = drawn.filter(({ card }) => card.kind === 'figure');
        const charts = drawn.filter(({ card }) => card.kind === 'bars' || card.kind === 'lines');
        const rail = drawn.filter(({ card }) => card.kind === 'table' || card.kind === 'names');
        const part = (some: readonly Drawn[]) => (
          <Stack gap="md">
            {some.map((one) => (
              <Part key={one.shown.key} {...one} />
            ))}
          </Stack>
        );
        return (
          <Stack gap="md">
            {rowsOf(figures).map((row) => (
              <TileRow key={row[0]?.shown.key}>
                {row.map(({ card, shown }) => (
                  <Tile
                    key={shown.key}
                    label={card.label}
                    value={<Amount unit={unitOf(card)} n={shown.n ?? 0} />}
                    asOf={asOf}
                    to={hrefOf(shown) ?? undefined}
                    period={shown.note ?? undefined}
                  />
                ))}
              </TileRow>
            ))}
            {charts.length === 0 || rail.length === 0 ? (
              part([...charts, ...rail])
            ) : (
              <TwoColumns main={part(charts)} rail={part(rail)} />
            )}
          </Stack>
        );
      }}
    </QueryState>
  );
}

const rowsOf = (figures: readonly Drawn[]): Drawn[][] =>
  Array.from({ length: Math.ceil(figures.length / TILES_A_ROW) }, (_, i) =>
    figures.slice(i * TILES_A_ROW, (i + 1) * TILES_A_ROW),
  );

const unitOf = (card: Card): 'count' | 'money' => ('unit' in card ? card.unit : 'count');

const Amount = ({ unit, n }: { unit: 'count' | 'money'; n: number }) =>
  unit === 'money' ? <Money paise={n} /> : formatCount(n);

// From JSON: a bound is there or not, never undefined.
const hrefOf = ({ link }: Pick<ShownRow, 'link'>): string | null =>
  link && listLink(link.path, link.filters as FilterValues);

function Part({ card, shown: { rows } }: Drawn) {
  if (card.kind === 'figure') return null;
  if (card.kind === 'table')
    return (
      <Section title={card.label} flush>
        <Figures card={card} rows={rows} />
      </Section>
    );
  return (
    <Section title={card.label}>
      {card.kind === 'names' ? <Names empty={card.empty} rows={rows} /> : <Chart card={card} rows={rows} />}
    </Section>
  );
}

function Chart({ card, rows }: { card: ChartCard; rows: readonly ShownRow[] }) {
  if (rows.length === 0 && card.empty) return <EmptyState {...card.empty} />;
  const Drawing = card.kind === 'bars' ? BarChart : LineChart;
  return (
    <Drawing
      title={card.label}
      data={rows.map(({ label, values }) => ({ ...values, label }))}
      series={Object.entries(card.series).map(([key, label]) => ({ key, label }))}
      unit={card.unit}
    />
  );
}

function Figures({ card, rows }: { card: TableCard; rows: readonly ShownRow[] }) {
  const columns = Object.entries(card.columns);
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{card.first}</Table.Th>
            {columns.map(([key, { label }]) => (
              <Table.Th key={key} ta="right">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.label}>
              <Table.Td>
                <Name row={row} />
              </Table.Td>
              {columns.map(([key, { unit }]) => (
                <Table.Td key={key} ta="right" className="figures">
                  <Amount unit={unit} n={row.values[key] ?? 0} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Names({ empty, rows }: { empty: string; rows: readonly ShownRow[] }) {
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <Stack gap="xs">
      {rows.map((row, i) => (
        <Group key={i} justify="space-between" wrap="nowrap">
          <Name row={row} />
          <Text size="sm" c="dimmed">
            {row.second}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

function Name({ row }: { row: ShownRow }) {
  const to = hrefOf(row);
  return to === null ? (
    row.label
  ) : (
    <Anchor component={Link} to={to} size="sm" className="finger">
      {row.label}
    </Anchor>
  );
}
