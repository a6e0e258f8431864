import { ActionIcon, Tooltip } from '@mantine/core';
import { useText } from '../text/text.tsx';
import { useAction } from '../ui/action.tsx';
import { ActionMenu } from '../ui/page-frame.tsx';
import type { RowAction } from './column.tsx';
import classes from './data-table.module.css';

/** The actions of a row: the two most used appear on hover, all of them stand in the '…' menu. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const t = useText();
  const run = useAction();
  const shown = actions.filter((action) => !action.hidden);
  if (shown.length === 0) return null;
  return (
    <span className={classes.actionRow}>
      <span className={classes.quick}>
        {shown
          .filter((action) => action.frequent && action.icon)
          .slice(0, 2)
          .map((action) => (
            <Tooltip key={action.label} label={action.label}>
              <ActionIcon
                variant="subtle"
                color={action.danger ? 'danger' : 'gray'}
                size="md"
                aria-label={action.label}
                onClick={(event) => {
                  event.stopPropagation();
                  run(action);
                }}
              >
                {action.icon}
              </ActionIcon>
            </Tooltip>
          ))}
      </span>
      <ActionMenu actions={shown} label={t('list.rowActions')} size="md" />
    </span>
  );
}
