import { BarChart as MantineBarChart, LineChart as MantineLineChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { formatCount, formatPercent, formatRupeesShort } from '../format.ts';
import { chartPalette } from '../theme.ts';
import type { ChartProps, ChartUnit } from './chart-data.ts';

/** How a number of a chart reads, by unit. */
export function formatFigure(value: number, unit: ChartUnit): string {
  if (unit === 'money') return formatRupeesShort(value);
  return unit === 'percent' ? formatPercent(value) : formatCount(value);
}

/** The figure at the top of the scale stands half above its line. */
const MARGIN = { top: 8 };
/** The drawing is hidden from readers, who have the table: then no key may lead into it either. */
const frame = { margin: MARGIN, accessibilityLayer: false };

// This file is its own chunk: the drawing library is fetched when the first chart shows.
export function ChartDrawing({
  kind,
  data,
  series,
  unit = 'count',
  height = 260,
  stacked = false,
}: ChartProps & { kind: 'bar' | 'line' }) {
  const drawn = series.map((one, i) => ({
    name: one.key,
    label: one.label,
    color: chartPalette[i % chartPalette.length] ?? chartPalette[0],
  }));
  const shared = {
    h: height,
    data: [...data],
    dataKey: 'label',
    series: drawn,
    valueFormatter: (value: number) => formatFigure(value, unit),
    tickLine: 'none' as const,
    gridAxis: 'x' as const,
    withLegend: series.length > 1,
    // In the order of the series, not of the alphabet.
    legendProps: { itemSorter: null, verticalAlign: 'top' as const },
    tooltipAnimationDuration: 120,
    // Half a child is no figure.
    yAxisProps: { width: unit === 'money' ? 72 : 48, allowDecimals: unit !== 'count' },
  };
  return kind === 'bar' ? (
    <MantineBarChart
      {...shared}
      type={stacked ? 'stacked' : 'default'}
      maxBarWidth={36}
      barChartProps={frame}
      barProps={{ radius: stacked ? 0 : [3, 3, 0, 0], isAnimationActive: false }}
    />
  ) : (
    <MantineLineChart
      {...shared}
      curveType="monotone"
      strokeWidth={2}
      lineChartProps={frame}
      dotProps={{ r: 2.5 }}
      lineProps={{ isAnimationActive: false }}
    />
  );
}
