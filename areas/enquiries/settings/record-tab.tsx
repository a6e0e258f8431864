// A tab that keeps one small record: its list, and a drawer to add and to change.
import type { AnyRecord } from '@aangan/contract/record.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Cells, columnsOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { RecordDrawer } from '@aangan/web/record/record-drawer.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { icon, smallIcon } from '@aangan/web/ui/icon.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';

interface RecordTabProps {
  record: AnyRecord;
  help?: string;
  /** Cells that are more than their value. Keep it outside the component. */
  cells?: Cells;
  /** What a new entry begins with. */
  start?: Readonly<Record<string, unknown>>;
  /** Under the fields: how the entry will look. */
  preview?: (values: Readonly<Record<string, unknown>>) => ReactNode;
}

/** List and drawer of one record; rows of the network are read by centres. */
export function RecordTab({ record, help, cells, start, preview }: RecordTabProps) {
  const list = useList(record, { limit: 100 });
  const [open, setOpen] = useState<Row | 'new' | null>(null);
  const columns = useMemo(() => columnsOf(record, cells), [record, cells]);
  const mayAdd = useSession().holds(record.module, true) && record.endpoints.create !== undefined;
  const noun = record.title.toLowerCase();
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
        ]}
        exportWith={record.endpoints.export}
        empty={{ title: `No ${noun} yet` }}
      />
      {open && (
        <RecordDrawer
          record={record}
          row={open === 'new' ? null : open}
          start={{ active: true, ...start }}
          refresh={['enquiry']}
          {...(preview ? { preview } : {})}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}
