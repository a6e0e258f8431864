import { addDays, daysBetween, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { formatDay } from '@aangan/web/format.ts';
import type { Tone } from '@aangan/web/theme.ts';
import type { ReactNode } from 'react';
import classes from './network.module.css';

export interface Term {
  key: string;
  label: ReactNode;
  from: string;
  /** Null = open end. */
  to: string | null;
  tone: Tone | 'brand';
  note?: ReactNode;
}

const LEAST_DAYS = 60;

/** Terms as bars on one line of time, with today marked: agreements, dated roles. The words beside say the same. */
export function TermBars({ terms, label }: { terms: readonly Term[]; label: string }) {
  const today = todayIst(serverNow());
  const days = terms.flatMap((term) => [term.from, term.to ?? addDays(today, 365)]);
  const first = [...days, today].sort()[0] ?? today;
  const last = [...days, addDays(today, LEAST_DAYS)].sort().at(-1) ?? today;
  const span = Math.max(1, daysBetween(first, last));
  const at = (day: string) => `${(Math.max(0, Math.min(span, daysBetween(first, day))) / span) * 100}%`;
  const width = (term: Term) => `${(Math.max(1, daysBetween(term.from, term.to ?? last)) / span) * 100}%`;
  if (terms.length === 0) return null;
  return (
    <figure style={{ margin: 0 }} aria-label={label}>
      <div className={classes.terms}>
        {terms.map((term) => (
          <div key={term.key} className={classes.term}>
            <div style={{ minWidth: 0 }}>
              <div>{term.label}</div>
              <div
                className="quiet figures"
                style={{ fontSize: 'var(--mantine-font-size-sm)', whiteSpace: 'nowrap' }}
              >
                {formatDay(term.from)} – {term.to ? formatDay(term.to) : 'open'}
              </div>
              {term.note}
            </div>
            <div className={classes.track} aria-hidden="true">
              <span
                className={classes.bar}
                data-tone={term.tone}
                style={{
                  left: at(term.from),
                  width: `max(6px, min(${width(term)}, calc(100% - ${at(term.from)})))`,
                }}
              />
              <span className={classes.now} style={{ left: at(today) }} />
            </div>
          </div>
        ))}
      </div>
    </figure>
  );
}
