// /transport/vehicle-details: the board of vehicles and their papers, and the list.
import { useQuery } from '@aangan/web/api/use-query.ts';
import { type ListModel, useList } from '@aangan/web/list/use-list.ts';
import { columnsOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { pathWithId } from '@aangan/web/screens.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import type { Action } from '@aangan/web/ui/action.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { TabRow } from '@aangan/web/ui/page-tabs.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import './transport-look.tsx';
import { vehicleContract } from './vehicle.contract.ts';
import { vehicle } from './vehicle.record.ts';
import { VehicleBoard } from './vehicle-board.tsx';
import { formatPlate } from './vehicle-fields.ts';

const EDIT = '/transport/vehicle-details/edit/{vehicleID}';

export function Vehicles() {
  const [tab, open] = useParam('tab');
  const mayWrite = useSession().holds(vehicle.module, true);
  const add: Action = {
    label: 'Add vehicle',
    to: '/transport/vehicle-details/add',
    icon: <IconPlus {...icon} />,
    hidden: !mayWrite,
  };
  const tabs = (
    <Tabs value={tab ?? 'board'} onChange={(value) => open(value === 'board' ? null : value)} mb="md">
      <TabRow open={tab ?? 'board'}>
        <Tabs.Tab value="board">Board</Tabs.Tab>
        <Tabs.Tab value="list">List</Tabs.Tab>
      </TabRow>
    </Tabs>
  );
  return tab === 'list' ? (
    <VehicleList tabs={tabs} add={add} />
  ) : (
    <PageFrame title="Vehicles" context="centre" primary={add}>
      {tabs}
      <VehicleBoard add={add} />
    </PageFrame>
  );
}

interface ListProps {
  tabs: ReactNode;
  add: Action;
}

function VehicleList({ tabs, add }: ListProps) {
  const list = useList(vehicle) as ListModel<Row>;
  const board = useQuery(vehicleContract.board, {}, { fresh: 0 });
  const columns = useMemo(() => {
    const known = new Map(board.data?.vehicles.map((one) => [one.id, one]));
    const readiness: Column<Row> = {
      ...stateColumn<Row>('readiness', (row) => known.get(String(row.id))?.readiness),
      id: 'readiness',
      label: 'Readiness',
      width: 120,
      card: undefined,
      second: (row) => known.get(String(row.id))?.reasons[0],
    };
    const odometer: Column<Row> = {
      id: 'odometer',
      label: 'Odometer (km)',
      align: 'end',
      width: 130,
      cell: (row) => known.get(String(row.id))?.odometerKm?.toLocaleString('en-IN') ?? '–',
    };
    const own = columnsOf(vehicle, { regNo: (row) => formatPlate(String(row['regNo'])) });
    return [...own.slice(0, 5), readiness, odometer, ...own.slice(5)];
  }, [board.data]);
  return (
    <PageFrame title="Vehicles" count={list.total ?? undefined} context="centre" primary={add} fill>
      {tabs}
      <DataTable<Row>
        name="vehicle"
        label="Vehicles"
        list={list}
        columns={columns}
        rowLink={(row) => pathWithId(EDIT, row.id)}
        searchable
        searchHint="Plate without spaces, or name"
        exportWith={vehicle.endpoints.export}
        fill
        empty={{ title: 'Add your first vehicle.', action: add }}
      />
    </PageFrame>
  );
}
