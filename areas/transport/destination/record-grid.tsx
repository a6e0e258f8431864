// A small record as a grid: rows are added and changed in a drawer and removed here.
import { nounOf } from '@aangan/contract/noun.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { columnsOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { RecordDrawer } from '@aangan/web/record/record-drawer.tsx';
import { useRemove } from '@aangan/web/record/use-remove.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';

interface GridProps {
  of: AnyRecord;
  help: string;
  start: Readonly<Record<string, unknown>>;
  /** What shows rows of it beside its own list. */
  refresh: readonly string[];
  empty: string;
}

export function RecordGrid({ of, help, start, refresh, empty }: GridProps) {
  const list = useList(of, { limit: 100 });
  const [open, setOpen] = useState<Row | 'new' | null>(null);
  const columns = useMemo(() => columnsOf(of), [of]);
  const remove = useRemove(of);
  const { holds, franchisee } = useSession();
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm" className="quiet">
          {help}
        </Text>
        {holds(of.module, true) && franchisee !== null && (
          <Button leftSection={<IconPlus {...icon} />} onClick={() => setOpen('new')}>
            {`Add ${nounOf(of.title)}`}
          </Button>
        )}
      </Group>
      <DataTable<Row>
        name={of.name}
        label={of.plural}
        list={list}
        columns={columns}
        actions={(row) => [
          {
            label: 'Change',
            edit: true,
            frequent: true,
            hidden: !row.can['update'],
            run: () => setOpen(row),
          },
          { label: 'Remove', danger: true, hidden: !row.can['remove'], run: () => void remove(row) },
        ]}
        exportWith={of.endpoints.export}
        empty={{ title: empty }}
      />
      {open && (
        <RecordDrawer
          record={of}
          row={open === 'new' ? null : open}
          start={start}
          refresh={[of.name, ...refresh]}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}
