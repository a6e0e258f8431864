import { Skeleton } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cls } from '../cls.ts';
import { formatTime } from '../format.ts';
import { useText } from '../text/text.tsx';
import type { Tone } from '../theme.ts';
import { smallIcon } from './icon.ts';
import { Late } from './skeletons.tsx';
import classes from './tile.module.css';

export interface TileProps {
  label: string;
  /** The figure, formatted. Null = nothing to count. */
  value: ReactNode;
  /** Change against `period`: `{text: '+12 %', tone: 'success', direction: 'up'}`. */
  change?: { text: string; tone: Tone; direction: 'up' | 'down' | 'flat' } | undefined;
  /** What the change is against: "vs October". */
  period?: string | undefined;
  spark?: readonly number[] | undefined;
  /** Opens exactly the rows the figure counts. */
  to?: string | undefined;
  /** Instant the figure was counted. */
  asOf?: string | undefined;
  loading?: boolean;
  /** "Could not load" with a retry; other tiles are not touched. */
  error?: { retry: () => void } | undefined;
}

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, flat: IconArrowRight };

/** One figure with its change, its trend and a link to its rows. */
export function Tile({ label, value, change, period, spark, to, asOf, loading = false, error }: TileProps) {
  const t = useText();
  const Arrow = arrows[change?.direction ?? 'flat'];
  const inner = (
    <>
      <span className={classes.label}>{label}</span>
      {error ? (
        <span className="quiet">
          {t('error.title')}{' '}
          <button type="button" className="link-button" onClick={error.retry}>
            {t('action.retry')}
          </button>
        </span>
      ) : loading ? (
        <Late>
          <Skeleton height={30} width={110} mt={4} />
        </Late>
      ) : (
        <span className={cls(classes.value, 'figures')}>{value ?? '–'}</span>
      )}
      {asOf && !loading && (
        <span className={classes.asOf}>{t('common.asOf', { time: formatTime(asOf) })}</span>
      )}
      <span className={classes.foot}>
        <span className={classes.change}>
          {change && !loading && (
            <span
              style={{
                color: `var(--a-${change.tone}-text)`,
                display: 'inline-flex',
                alignItems: 'center',
                gap: 2,
              }}
            >
              <Arrow {...smallIcon} /> {change.text}
            </span>
          )}
          {period}
        </span>
        {spark && spark.length > 1 && !loading && <Sparkline values={spark} />}
      </span>
    </>
  );
  return to && !error ? (
    <Link to={to} className={classes.tile}>
      {inner}
    </Link>
  ) : (
    <div className={classes.tile}>{inner}</div>
  );
}

/** Tiles side by side, at most four a row (look.md 2). */
export const TileRow = ({ children }: { children: ReactNode }) => (
  <div className={classes.row}>{children}</div>
);

/** A trend without axes; decoration beside a figure that says the same in words. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  // What never changes stands in the middle: on the floor it would look like nothing.
  const heightOf = (value: number) => (span === 0 ? 12 : 22 - ((value - low) / span) * 20);
  const path = values
    .map(
      (value, i) =>
        `${i === 0 ? 'M' : 'L'}${((i / (values.length - 1)) * 100).toFixed(2)} ${heightOf(value).toFixed(2)}`,
    )
    .join(' ');
  return (
    <svg className={classes.spark} viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
