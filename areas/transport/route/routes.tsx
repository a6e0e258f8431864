// /transport/vehicle-bus-route: the routes of the year as a list and as a plan of the surroundings.
import { formatWeekdays, weekdayMask } from '@aangan/contract/weekday.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { type ListModel, useList } from '@aangan/web/list/use-list.ts';
import { columnsOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import type { Action } from '@aangan/web/ui/action.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { TabRow } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import '../vehicle/transport-look.tsx';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import { type BusRoute, busRouteContract as contract } from './bus-route.contract.ts';
import { busRoute } from './bus-route.record.ts';
import { distanceText } from './geometry.ts';
import { lineOf, ROUTES, routePath, stopsPath } from './route-look.tsx';
import { RouteMap } from './route-map.tsx';

export function BusRoutes() {
  const [tab, open] = useParam('tab');
  const mayWrite = useSession().holds(busRoute.module, true);
  const add: Action = {
    label: 'Add route',
    to: `${ROUTES}/add`,
    icon: <IconPlus {...icon} />,
    hidden: !mayWrite,
  };
  const tabs = (
    <Tabs value={tab ?? 'list'} onChange={(value) => open(value === 'list' ? null : value)} mb="md">
      <TabRow open={tab ?? 'list'}>
        <Tabs.Tab value="list">List</Tabs.Tab>
        <Tabs.Tab value="map">Map</Tabs.Tab>
      </TabRow>
    </Tabs>
  );
  return tab === 'map' ? <RoutesMap tabs={tabs} add={add} /> : <RouteList tabs={tabs} add={add} />;
}

interface TabProps {
  tabs: ReactNode;
  add: Action;
}
const EMPTY = 'Plan your first route.';

function RoutesMap({ tabs, add }: TabProps) {
  const query = useQuery(contract.overview, {}, { fresh: 0 });
  return (
    <PageFrame title={busRoute.plural} context="centre-year" primary={add}>
      {tabs}
      <QueryState query={query}>
        {({ centre, routes }) =>
          routes.some(({ stops }) => stops.length > 0) ? (
            <RouteMap
              label="Routes of the centre"
              lines={routes.filter(({ status }) => status === 'ACTIVE').map((one) => lineOf(one, centre))}
              centre={centre}
              legend
            />
          ) : (
            <EmptyState title={routes.length === 0 ? EMPTY : 'No route has stops yet.'} />
          )
        }
      </QueryState>
    </PageFrame>
  );
}

function RouteList({ tabs, add }: TabProps) {
  const list = useList(busRoute) as ListModel<Row>;
  const overview = useQuery(contract.overview, {}, { fresh: 0 });
  const columns = useMemo(() => {
    const known = new Map(overview.data?.routes.map((one) => [one.id, one]));
    const of = (row: Row): BusRoute | undefined => known.get(String(row.id));
    const readiness: Column<Row> = {
      ...stateColumn<Row>('readiness', (row) => of(row)?.vehicle?.readiness, {
        width: 150,
        label: 'Vehicle today',
      }),
      id: 'readiness',
      card: undefined,
      second: (row) => of(row)?.vehicle?.reasons[0],
    };
    const stops = textColumn<Row>('stops', 'Stops', (row) => of(row)?.stops.length ?? '–', {
      align: 'end',
      width: 90,
    });
    const length = textColumn<Row>('length', 'Length', (row) => distanceText(of(row)?.lengthM ?? 0), {
      align: 'end',
      width: 100,
    });
    const own = columnsOf(busRoute, {
      vehicleId: (row) => {
        const plate = of(row)?.vehicle?.regNo;
        return plate ? formatPlate(plate) : 'None yet';
      },
      days: (row) => formatWeekdays(weekdayMask(of(row)?.days ?? [])),
    });
    return [...own.slice(0, 5), readiness, stops, length, ...own.slice(5)];
  }, [overview.data]);
  return (
    <PageFrame
      title={busRoute.plural}
      count={list.total ?? undefined}
      context="centre-year"
      primary={add}
      fill
    >
      {tabs}
      <DataTable<Row>
        name="bus-route"
        label="Bus routes"
        list={list}
        columns={columns}
        rowLink={(row) => (add.hidden ? stopsPath(String(row.id)) : routePath(String(row.id)))}
        searchable
        searchHint="Code or name"
        exportWith={busRoute.endpoints.export}
        fill
        empty={{ title: EMPTY, action: add }}
      />
    </PageFrame>
  );
}
