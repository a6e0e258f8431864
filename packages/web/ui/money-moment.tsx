import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatRupees } from '../format.ts';
import { icon } from './icon.ts';
import classes from './money-moment.module.css';

export interface MoneyMomentProps {
  label: string;
  /** Integer paise. */
  amount: number;
  from: string;
  to: string;
  /** What happens next. */
  next?: ReactNode;
  /** What can be undone, until when, by whom. */
  undo?: ReactNode;
  /** Fields and the button. */
  children?: ReactNode;
}

/** Pay, approve, refund, settle: large figure, who pays whom, what happens next, what can be undone (look.md 2). */
export function MoneyMoment({ label, amount, from, to, next, undo, children }: MoneyMomentProps) {
  return (
    <section className={classes.box} aria-label={label}>
      <div>
        <div className={classes.label}>{label}</div>
        <div className={`${classes.amount} figures`}>{formatRupees(amount)}</div>
      </div>
      <div className={classes.parties}>
        <div>
          <small>From</small>
          <strong>{from}</strong>
        </div>
        <IconArrowRight {...icon} />
        <div>
          <small>To</small>
          <strong>{to}</strong>
        </div>
      </div>
      {(next || undo) && (
        <div className={classes.notes}>
          {next && <div>{next}</div>}
          {undo && <div>{undo}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
