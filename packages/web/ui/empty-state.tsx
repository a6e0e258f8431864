import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { type Action, useAction } from './action.tsx';
import { icon } from './icon.ts';
import classes from './states.module.css';

export interface EmptyStateProps {
  /** What will be here or why it is empty: "No receipts yet". */
  title: string;
  help?: ReactNode;
  action?: Action | undefined;
  icon?: ReactElement;
}

/** What an empty place says: what will be here, why it is empty, one action (look.md 2). */
export function EmptyState({ title, help, action, icon: mark }: EmptyStateProps) {
  const run = useAction();
  return (
    <div className={classes.box} role="status">
      <span className={classes.mark}>{mark ?? <IconInbox {...icon} />}</span>
      <p className={classes.title}>{title}</p>
      {help && <p className={classes.help}>{help}</p>}
      {action && !action.hidden && (
        <div className={classes.action}>
          {action.to === undefined ? (
            <Button variant="default" leftSection={action.icon} onClick={() => run(action)}>
              {action.label}
            </Button>
          ) : (
            <Button variant="default" leftSection={action.icon} component={Link} to={action.to}>
              {action.label}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
