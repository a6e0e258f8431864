import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { toApiError } from '../api/api-error.ts';
import { cls } from '../cls.ts';
import { useText } from '../text/text.tsx';
import { smallIcon } from './icon.ts';
import { notice } from './notices.tsx';
import classes from './steps.module.css';

/** Where one stands in a row of steps, named by their outcome. */
export function Steps({ steps, active }: { steps: readonly string[]; active: number }) {
  return (
    <ol className={classes.steps}>
      {steps.map((label, i) => (
        <li
          key={label}
          className={cls(classes.step, i === active && classes.current, i < active && classes.done)}
          {...(i === active ? { 'aria-current': 'step' } : {})}
        >
          <span className={classes.number} aria-hidden="true">
            {i < active ? <IconCheck {...smallIcon} size={14} /> : i + 1}
          </span>
          <span className={classes.name} title={label}>
            {label}
          </span>
        </li>
      ))}
    </ol>
  );
}

export interface WizardStep {
  /** The outcome of the step: "Child", "Fees", "Confirm". */
  label: string;
  content: ReactNode;
  /** Checks the step; false keeps the user here (the content shows why). A thrown error becomes a notice. */
  next?: () => boolean | Promise<boolean>;
  nextLabel?: string;
}

/** Steps with back and next; going back never loses anything, because the contents stay in the caller's state. */
export function Wizard({
  steps,
  finish,
}: {
  steps: readonly WizardStep[];
  finish: { label: string; run: () => void | Promise<void>; disabled?: boolean };
}) {
  const t = useText();
  const [active, setActive] = useState(0);
  const [running, setRunning] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const step = steps[Math.min(active, steps.length - 1)];
  const isLast = active >= steps.length - 1;

  useEffect(() => {
    if (moved.current) top.current?.focus();
    moved.current = active >= 0;
  }, [active]);

  const forward = async () => {
    setRunning(true);
    try {
      if (step?.next && !(await step.next())) return;
      if (isLast) await finish.run();
      else setActive(active + 1);
    } catch (error) {
      notice.error(toApiError(error));
    } finally {
      setRunning(false);
    }
  };

  return (
    <div ref={top} tabIndex={-1} style={{ outline: 'none' }}>
      <Steps steps={steps.map((one) => one.label)} active={active} />
      {step?.content}
      <div className={classes.foot}>
        <Button
          variant="default"
          onClick={() => setActive(active - 1)}
          disabled={running}
          style={{ visibility: active === 0 ? 'hidden' : 'visible' }}
        >
          {t('action.back')}
        </Button>
        <Button
          onClick={() => void forward()}
          loading={running}
          disabled={isLast && (finish.disabled ?? false)}
        >
          {isLast ? finish.label : (step?.nextLabel ?? t('action.next'))}
        </Button>
      </div>
    </div>
  );
}
