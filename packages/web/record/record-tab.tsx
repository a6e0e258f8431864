// A tab that keeps one small record: its list, a drawer to add and to change, and removing what may go.
import { nounOf } from '@aangan/contract/noun.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useList } from '../list/use-list.ts';
import { useSession } from '../session/use-session.ts';
import { DataTable } from '../table/data-table.tsx';
import { icon, smallIcon } from '../ui/icon.ts';
import { type Cells, columnsOf, type Row } from './record-columns.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { useRemove } from './use-remove.tsx';

interface RecordTabProps {
  record: AnyRecord;
  help?: string;
  /** Cells that are more than their value. Keep it outside the component. */
  cells?: Cells;
  /** What a new entry begins with. */
  start?: Readonly<Record<string, unknown>>;
  /** Nouns or names of queries that show rows of it, beside its own. */
  refresh?: readonly string[];
  /** Under the fields: how the entry will look. */
  preview?: (values: Readonly<Record<string, unknown>>) => ReactNode;
}

/** List and drawer of one record; rows of the network are read by centres. */
export function RecordTab({ record, help, cells, start, refresh, preview }: RecordTabProps) {
  const list = useList(record, { limit: 100 });
  const [open, setOpen] = useState<Row | 'new' | null>(null);
  const columns = useMemo(() => columnsOf(record, cells), [record, cells]);
  const remove = useRemove(record);
  const mayAdd = useSession().holds(record.module, true) && record.endpoints.create !== undefined;
  const noun = nounOf(record.title);
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm" className="quiet">
          {help}
        </Text>
        {mayAdd && (
          <Button leftSection={<IconPlus {...icon} />} onClick={() => setOpen('new')}>
            {`Add ${noun}`}
          </Button>
        )}
      </Group>
      <DataTable<Row>
        name={`settings-${record.name}`}
        label={record.plural}
        list={list}
        columns={columns}
        shared={record.scope === 'shared'}
        actions={(row) => [
          {
            label: 'Change',
            icon: <IconPencil {...smallIcon} />,
            run: () => setOpen(row),
            frequent: true,
            edit: true,
            hidden: row.can['update'] !== true,
          },
          {
            label: 'Remove',
            danger: true,
            run: () => void remove(row),
            hidden: row.can['remove'] !== true,
          },
        ]}
        exportWith={record.endpoints.export}
        empty={{ title: `No ${noun} yet` }}
      />
      {open && (
        <RecordDrawer
          record={record}
          row={open === 'new' ? null : open}
          start={{ ...(record.fields['active'] ? { active: true } : {}), ...start }}
          {...(refresh ? { refresh } : {})}
          {...(preview ? { preview } : {})}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}
