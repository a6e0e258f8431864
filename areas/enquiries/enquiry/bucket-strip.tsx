// The follow-up buckets in one row that scrolls, with the specification's labels; the seven open ones add up to the open
// enquiries.
import { formatCount } from '@aangan/web/format.ts';
import { type CSSProperties, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Bucket } from './bucket.ts';
import classes from './bucket-strip.module.css';

const tones: Readonly<Record<Bucket, string>> = {
  'cold-overdue': 'danger',
  'cold-current': 'info',
  'cold-next': 'neutral',
  'warm-current': 'warning',
  'warm-next': 'neutral',
  'hot-current': 'danger',
  'hot-next': 'neutral',
  closed: 'neutral',
};

interface BucketStripProps {
  buckets: readonly { key: Bucket; label: string; n: number }[];
  linkOf: (bucket: Bucket) => string;
  /** The one that is open; null: what stands before them (`rest`). */
  current?: Bucket | null;
  /** A way back to all that is not told apart by bucket, before the buckets. */
  rest?: { label: string; to: string; n: number };
}

export function BucketStrip({ buckets, linkOf, current, rest }: BucketStripProps) {
  const strip = useRef<HTMLElement>(null);
  const shown = buckets.length;
  // On a phone the open one may lie beyond the edge. The page itself must not move.
  useEffect(() => {
    const open = strip.current?.querySelector<HTMLElement>('[aria-current="true"]');
    if (shown > 0 && current && open)
      strip.current?.scrollTo({ left: open.offsetLeft - strip.current.offsetLeft });
  }, [current, shown]);
  return (
    <nav aria-label="Follow-up buckets" className={classes.strip} ref={strip}>
      {rest && (
        <Link to={rest.to} className={classes.chip} aria-current={current === null}>
          <span>{rest.label}</span>
          <strong className="figures">{shown > 0 ? formatCount(rest.n) : '–'}</strong>
        </Link>
      )}
      {buckets.map((bucket) => (
        <Link
          key={bucket.key}
          to={linkOf(bucket.key)}
          className={classes.chip}
          aria-current={current === bucket.key}
          style={{ ['--chip' as string]: `var(--a-${tones[bucket.key]}-line)` } as CSSProperties}
        >
          <span>{bucket.label}</span>
          <strong className="figures">{formatCount(bucket.n)}</strong>
        </Link>
      ))}
    </nav>
  );
}
