import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { toApiError } from '../api/api-error.ts';
import type { BulkAction } from '../table/column.tsx';
import classes from '../table/data-table.module.css';
import { useText } from '../text/text.tsx';
import { icon } from './icon.ts';
import { notice } from './notices.tsx';

/** What can be done with the selected rows; floats at the bottom of a list. */
export function BulkBar<Row>({
  rows,
  actions,
  onClear,
}: {
  rows: readonly Row[];
  actions: readonly BulkAction<Row>[];
  onClear: () => void;
}) {
  const t = useText();
  const [running, setRunning] = useState<BulkAction<Row> | null>(null);
  if (rows.length === 0) return null;
  const run = async (action: BulkAction<Row>) => {
    setRunning(action);
    try {
      await action.run(rows);
    } catch (error) {
      notice.error(toApiError(error));
    } finally {
      setRunning(null);
    }
  };
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t('list.selected', { n: rows.length })}>
      <span className="figures">{t('list.selected', { n: rows.length })}</span>
      {actions
        .filter((action) => !action.hidden)
        .map((action, i) => (
          <Button
            key={i}
            size="compact-md"
            variant={action.danger ? 'light' : 'default'}
            leftSection={action.icon}
            loading={running === action}
            disabled={running !== null && running !== action}
            onClick={() => void run(action)}
            {...(action.danger ? { color: 'danger' } : {})}
          >
            {action.label(rows.length)}
          </Button>
        ))}
      <Tooltip label={t('list.clearSelection')}>
        <ActionIcon variant="subtle" color="gray" aria-label={t('list.clearSelection')} onClick={onClear}>
          <IconX {...icon} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
