export type ChartUnit = 'count' | 'money' | 'percent';

export interface ChartSeries {
  key: string;
  label: string;
}

/** One place on the axis: its label and a number per series key (paise for money, basis points for per cent). */
export interface ChartRow {
  label: string;
  [series: string]: number | string | null;
}

export interface ChartProps {
  /** Says what the chart shows; heading of the table behind it. */
  title: string;
  data: readonly ChartRow[];
  series: readonly ChartSeries[];
  unit?: ChartUnit;
  height?: number;
  stacked?: boolean;
}
