import type { Endpoint, OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDateTime } from '@aangan/contract/period.ts';
import type { AnyReport, ReportLink, ReportProof } from '@aangan/contract/report.ts';
import { Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useQuery } from '../api/use-query.ts';
import { BarChart } from '../charts/charts.tsx';
import { formatCount } from '../format.ts';
import { type FilterValues, listLink } from '../list/list-state.ts';
import { useList } from '../list/use-list.ts';
import { columnsOf, listingFilters } from '../listing/listing-table.tsx';
import { useSession } from '../session/use-session.ts';
import { DataTable } from '../table/data-table.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { smallIcon } from '../ui/icon.ts';
import { Section } from '../ui/section.tsx';
import { Tile, TileRow } from '../ui/tile.tsx';
import { DateText, Money } from '../ui/values.tsx';

type Answer = OutputOf<AnyReport['endpoints']['list']>;
interface Row {
  readonly id: string;
  readonly link: ReportLink;
}

/** Bars beyond these cannot be told apart. */
const MOST_BARS = 20;

/** One declared report: its totals, a chart, the table with filters and export, and what stands behind the figures. */
export function ReportTable({ of }: { of: AnyReport }) {
  const { holds } = useSession();
  const filters = useMemo(() => listingFilters(of), [of]);
  const list = useList(of.endpoints.list as Endpoint, { filters });
  // The same question as the table's, so it is asked once.
  const answer = useQuery(of.endpoints.list, list.input as never, { keepPrevious: true }).data as
    | Answer
    | undefined;
  const columns = useMemo(() => {
    const names = Object.keys(of.row);
    return columnsOf<Row>({ name: of.name, row: of.row, shown: names, sorts: names, state: '' });
  }, [of]);
  if (list.error) return <ErrorState error={list.error} retry={list.refetch} />;
  return (
    <Stack gap="md">
      {answer?.from && answer.to ? (
        <Text>
          <DateText day={answer.from} /> to <DateText day={answer.to} />
        </Text>
      ) : null}
      <Tiles of={of} answer={answer} />
      {of.chart && answer && answer.rows.length > 1 ? <Chart of={of} answer={answer} /> : null}
      <DataTable<Row>
        name={of.name}
        label={of.title}
        list={list as ReturnType<typeof useList> as never}
        columns={columns}
        network
        searchable={false}
        rowLink={(row) => (row.link ? listLink(row.link.path, row.link.filters as FilterValues) : null)}
        exportWith={holds(of.endpoints.export.module, false) ? of.endpoints.export : undefined}
      />
      {answer ? <Foot of={of} answer={answer} /> : null}
    </Stack>
  );
}

function Tiles({ of, answer }: { of: AnyReport; answer: Answer | undefined }) {
  if (of.tiles.length === 0) return null;
  return (
    <TileRow>
      {of.tiles.map((name) => {
        const field = of.row[name];
        const n = answer?.totals[name] ?? 0;
        return (
          <Tile
            key={name}
            label={field?.label ?? name}
            value={<Figure kind={field?.kind} n={n} />}
            loading={answer === undefined}
          />
        );
      })}
    </TileRow>
  );
}

const Figure = ({ kind, n }: { kind: string | undefined; n: number }) =>
  kind === 'money' ? <Money paise={n} /> : formatCount(n);

function Chart({ of, answer }: { of: AnyReport; answer: Answer }) {
  const [first = ''] = Object.keys(of.row);
  const series = (of.chart ?? []).map((key) => ({ key, label: of.row[key]?.label ?? key }));
  const rows = (answer.rows as readonly Readonly<Record<string, unknown>>[]).slice(0, MOST_BARS);
  const unit = of.row[series[0]?.key ?? '']?.kind === 'money' ? 'money' : 'count';
  const title = `${of.title}: ${series.map(({ label }) => label.toLowerCase()).join(', ')}`;
  return (
    <Section title={answer.rows.length > MOST_BARS ? `${title} (first ${MOST_BARS} rows)` : title}>
      <BarChart
        title={title}
        unit={unit}
        series={series}
        data={rows.map((row) => ({
          label: String(row[first] ?? ''),
          ...Object.fromEntries(series.map(({ key }) => [key, Number(row[key] ?? 0)])),
        }))}
      />
    </Section>
  );
}

function Foot({ of, answer }: { of: AnyReport; answer: Answer }) {
  return (
    <Stack gap={4}>
      {answer.proofs.map((proof) => (
        <Proof key={proof.text} {...proof} />
      ))}
      <Text size="sm" c="dimmed">
        As of {formatDateTime(answer.asOf)}. {of.definition}
      </Text>
    </Stack>
  );
}

function Proof({ text, difference, unit }: ReportProof) {
  const equal = difference === 0;
  return (
    <Text size="sm" {...(equal ? {} : { c: 'var(--a-danger-text)' })}>
      {equal ? <IconCheck {...smallIcon} aria-hidden /> : <IconAlertTriangle {...smallIcon} aria-hidden />}{' '}
      {text}: difference <Figure kind={unit} n={difference} />
    </Text>
  );
}
