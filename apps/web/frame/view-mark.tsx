import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useEffect } from 'react';
import { useShell } from '../session-state.ts';
import { stopViewing, viewing } from '../view-as.ts';
import classes from './view-mark.module.css';

const TIMES = 24;

/** The watermark over a tab that looks with another person's eyes; ends it when its time is over. */
export function ViewMark() {
  const { me } = useShell();
  const until = viewing()?.until;
  useEffect(() => {
    if (!until) return;
    const timer = setTimeout(stopViewing, Math.max(0, Date.parse(until) - serverNow()));
    return () => clearTimeout(timer);
  }, [until]);
  const name = me ? `Viewing as ${me.firstName} ${me.lastName}`.trim() : '';
  return (
    <div className={classes.mark} aria-hidden="true" data-watermark={name}>
      {Array.from({ length: TIMES }, (_, i) => (
        <span key={i} data-name={name} />
      ))}
    </div>
  );
}
