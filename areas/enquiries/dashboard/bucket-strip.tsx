// The follow-up buckets in one row, with the specification's labels; the seven open ones add up to the open enquiries.
import { formatCount } from '@aangan/web/format.ts';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import type { Bucket } from '../enquiry/bucket.ts';
import classes from './board.module.css';

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

export function BucketStrip({
  buckets,
  linkOf,
  current,
}: {
  buckets: readonly { key: Bucket; label: string; n: number }[];
  linkOf: (bucket: Bucket) => string;
  /** The one that is open. */
  current?: string | undefined;
}) {
  return (
    <nav aria-label="Follow-up buckets" className={classes.strip}>
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
