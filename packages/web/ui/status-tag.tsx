import type { CSSProperties, ReactNode } from 'react';
import { useMemo } from 'react';
import type { Tone } from '../theme.ts';
import { lookOf } from './state-look.ts';
import classes from './status-tag.module.css';

/** The state of a thing, from the one table. */
export function StatusTag({ area, state, label }: { area: string; state: string; label?: string }) {
  const [tone, word] = lookOf(area, state);
  return <Tag tone={tone}>{label ?? word}</Tag>;
}

/** A small tag with a meaning: never colour alone, always with its word. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  const style = useMemo(
    () =>
      ({
        '--tag-text': `var(--a-${tone}-text)`,
        '--tag-tint': `var(--a-${tone}-tint)`,
        '--tag-line': `var(--a-${tone}-line)`,
      }) as CSSProperties,
    [tone],
  );
  return (
    <span className={classes.tag} style={style}>
      <span className={classes.dot} aria-hidden="true" />
      {/* Where it is too narrow for the word, the whole one is a look away. */}
      <span className={classes.word} title={typeof children === 'string' ? children : undefined}>
        {children}
      </span>
    </span>
  );
}
