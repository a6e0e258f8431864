import { type ListModel, useList } from '@aangan/web/list/use-list.ts';
import { columnsOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { RecordDrawer } from '@aangan/web/record/record-drawer.tsx';
import { useRemove } from '@aangan/web/record/use-remove.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { useParam } from '@aangan/web/use-param.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { vehiclePermit } from './certificate.records.ts';
import { usePaperColumns } from './paper-columns.tsx';

/** The permits of one vehicle: the paper without a path of its own. */
export function Permits({ vehicleId }: { vehicleId: string }) {
  const input = useMemo(() => ({ filters: { vehicleId } }), [vehicleId]);
  const list = useList(vehiclePermit, { input, local: true }) as ListModel<Row>;
  const [isNew, setNew] = useParam('new');
  const [edited, edit] = useState<Row | null>(null);
  const more = usePaperColumns('PERMIT', list.rows);
  const remove = useRemove(vehiclePermit);
  const mayWrite = useSession().holds(vehiclePermit.module, true);
  const close = () => {
    edit(null);
    setNew(null);
  };
  const columns = useMemo(
    () => [...columnsOf(vehiclePermit).filter(({ id }) => id !== 'vehicleId'), ...more],
    [more],
  );
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" className="quiet">
          A vehicle without a permit that holds does not run.
        </Text>
        {mayWrite && (
          <Button leftSection={<IconPlus {...icon} />} onClick={() => setNew('1')}>
            Add permit
          </Button>
        )}
      </Group>
      <DataTable<Row>
        name="vehicle-permit"
        label="Permits"
        list={list}
        columns={columns}
        actions={(row) => [
          { label: 'Edit', run: () => edit(row), frequent: true, edit: true, hidden: !row.can['update'] },
          { label: 'Remove', run: () => void remove(row), danger: true, hidden: !row.can['remove'] },
        ]}
        exportWith={vehiclePermit.endpoints.export}
        empty={{ title: 'No permit is recorded: the vehicle is blocked.' }}
      />
      {(edited || (isNew && mayWrite)) && (
        <RecordDrawer
          record={vehiclePermit}
          row={edited}
          start={{ kind: 'SCHOOL_BUS', vehicleId }}
          refresh={['vehicle']}
          onClose={close}
        />
      )}
    </Stack>
  );
}
