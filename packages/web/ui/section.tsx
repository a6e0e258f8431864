import type { ReactNode } from 'react';
import { useId } from 'react';
import { cls } from '../cls.ts';
import classes from './section.module.css';

export interface SectionProps {
  title?: string;
  /** One line of help. */
  help?: ReactNode;
  actions?: ReactNode;
  /** No inner padding (tables). */
  flush?: boolean;
  id?: string;
  children: ReactNode;
}

/** A titled group on a page: one hairline border, no shadow. */
export function Section({ title, help, actions, flush = false, id, children }: SectionProps) {
  const titleId = useId();
  return (
    <section
      className={cls(classes.section, 'keep-together')}
      id={id}
      {...(title ? { 'aria-labelledby': titleId } : {})}
    >
      {(title || actions) && (
        <header className={classes.head}>
          <div className={classes.words}>
            {title && (
              <h2 className={classes.title} id={titleId}>
                {title}
              </h2>
            )}
            {help && <p className={classes.help}>{help}</p>}
          </div>
          {actions && <div className="no-print">{actions}</div>}
        </header>
      )}
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </section>
  );
}

export interface Fact {
  label: string;
  value: ReactNode;
  hidden?: boolean;
}

/** Labels with their values, in as many columns as fit. */
export function Facts({ items, min = 200 }: { items: readonly Fact[]; min?: number }) {
  return (
    <dl className={classes.facts} style={{ ['--facts-min' as string]: `${min}px` }}>
      {items
        .filter((item) => !item.hidden)
        .map((item) => (
          <div key={item.label}>
            <dt>{item.label}</dt>
            <dd>
              {item.value === null || item.value === undefined || item.value === '' ? (
                <span className="quiet">–</span>
              ) : (
                item.value
              )}
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** The 360° view: content at the left, a rail for timeline and linked things at the right (below it under 1024 px). */
export function TwoColumns({ main, rail }: { main: ReactNode; rail: ReactNode }) {
  return (
    <div className={classes.two}>
      <div className={classes.column}>{main}</div>
      <aside className={classes.column}>{rail}</aside>
    </div>
  );
}
