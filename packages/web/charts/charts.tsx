import { Button, Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { formatCount, formatPercent, formatRupees } from '../format.ts';
import { part } from '../part.ts';
import { useText } from '../text/text.tsx';
import type { ChartProps, ChartUnit } from './chart-data.ts';
import classes from './charts.module.css';

const Drawing = part(() => import('./chart-drawing.tsx'), 'ChartDrawing');

const exact = (value: number, unit: ChartUnit) =>
  unit === 'money' ? formatRupees(value) : unit === 'percent' ? formatPercent(value) : formatCount(value);

/** Columns by label; one or several series, side by side or stacked. */
export const BarChart = (props: ChartProps) => <Chart kind="bar" {...props} />;

/** Lines over labels (time). */
export const LineChart = (props: ChartProps) => <Chart kind="line" {...props} />;

function Chart({ kind, ...props }: ChartProps & { kind: 'bar' | 'line' }) {
  const t = useText();
  const [asTable, setAsTable] = useState(false);
  const height = props.height ?? 260;
  return (
    <figure className={classes.figure} aria-label={props.title}>
      {asTable ? (
        <FigureTable {...props} />
      ) : (
        <Suspense fallback={<Skeleton height={height} />}>
          <div aria-hidden="true">
            <Drawing kind={kind} {...props} height={height} />
          </div>
        </Suspense>
      )}
      <Button
        className={`${classes.switch} no-print`}
        variant="subtle"
        color="gray"
        size="compact-xs"
        onClick={() => setAsTable(!asTable)}
      >
        {asTable ? t('chart.chart') : t('chart.table')}
      </Button>
    </figure>
  );
}

function FigureTable({ title, data, series, unit = 'count' }: ChartProps) {
  return (
    <table className={classes.table}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col"> </th>
          {series.map((one) => (
            <th key={one.key} scope="col">
              {one.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            {series.map((one) => {
              const value = row[one.key];
              return (
                <td key={one.key} className="figures">
                  {typeof value === 'number' ? exact(value, unit) : '–'}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface FunnelStep {
  label: string;
  value: number;
  /** Opens exactly these rows. */
  to?: string;
}

/** Steps from many to few, each with its share of the first; it is a list of figures itself, so no table behind it. */
export function FunnelChart({ title, steps }: { title: string; steps: readonly FunnelStep[] }) {
  const first = steps[0]?.value ?? 0;
  const widest = Math.max(1, ...steps.map((step) => step.value));
  return (
    <figure className={classes.figure} aria-label={title}>
      <ol className={classes.funnel}>
        {steps.map((step) => (
          <li key={step.label}>
            <span>{step.to ? <Link to={step.to}>{step.label}</Link> : step.label}</span>
            <div className={classes.bar} style={{ width: `${(step.value / widest) * 100}%` }} />
            <span className="figures">
              {formatCount(step.value)}
              {first > 0 && <span className={classes.rate}>{Math.round((step.value / first) * 100)} %</span>}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
