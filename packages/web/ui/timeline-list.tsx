import type { CSSProperties, ReactNode } from 'react';
import type { Tone } from '../theme.ts';
import classes from './timeline.module.css';
import { InstantText } from './values.tsx';

export interface TimelineItem {
  /** Instant, ISO. */
  at: string;
  who?: string | null;
  what: ReactNode;
  note?: ReactNode;
  tone?: Tone;
}

/** Who did what when, newest first as given. */
export function TimelineList({ items, empty }: { items: readonly TimelineItem[]; empty?: string }) {
  if (items.length === 0)
    return (
      <p className="quiet" style={{ margin: 0 }}>
        {empty ?? 'Nothing has happened yet.'}
      </p>
    );
  return (
    <ol className={classes.list}>
      {items.map((item, i) => (
        <li
          key={`${item.at}-${i}`}
          className={classes.item}
          style={item.tone ? ({ '--dot': `var(--a-${item.tone}-text)` } as CSSProperties) : undefined}
        >
          <div className={classes.what}>{item.what}</div>
          <div className={classes.meta}>
            {item.who && <>{item.who} · </>}
            <InstantText at={item.at} ago />
          </div>
          {item.note && <p className={classes.note}>{item.note}</p>}
        </li>
      ))}
    </ol>
  );
}
