import { ActionIcon, Checkbox, Popover, Stack, Switch, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useText } from '../text/text.tsx';
import { icon } from '../ui/icon.ts';
import type { Column } from './column.tsx';

export interface TableLook {
  dense: boolean;
  /** Column ids whose default was turned round. */
  turned: readonly string[];
}

export const plainLook: TableLook = { dense: false, turned: [] };

/** Whether a column shows: its default, unless the user turned it round. */
export const isShown = (column: Pick<Column<unknown>, 'id' | 'hidden'>, look: TableLook): boolean =>
  look.turned.includes(column.id) === (column.hidden ?? false);

/** Which columns show, and how dense the rows are. The first column always shows. */
export function ColumnChooser<Row>({
  columns,
  look,
  onChange,
}: {
  columns: readonly Column<Row>[];
  look: TableLook;
  onChange: (look: TableLook) => void;
}) {
  const t = useText();
  const turn = (id: string) =>
    onChange({
      ...look,
      turned: look.turned.includes(id) ? look.turned.filter((one) => one !== id) : [...look.turned, id],
    });
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Tooltip label={t('list.columns')}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('list.columns')}>
            <IconColumns3 {...icon} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <Stack gap="sm">
          {columns.slice(1).map((column) => (
            <Checkbox
              key={column.id}
              label={column.label}
              checked={isShown(column, look)}
              onChange={() => turn(column.id)}
            />
          ))}
          <Switch
            label={t('list.dense')}
            checked={look.dense}
            onChange={(event) => onChange({ ...look, dense: event.currentTarget.checked })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
