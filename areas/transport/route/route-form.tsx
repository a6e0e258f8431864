// /transport/vehicle-bus-route/add, and the details of a route's page.
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { useNavigate } from 'react-router';
import { type BusRoute, busRouteContract as contract } from './bus-route.contract.ts';
import { REFRESH, ROUTES, stopsPath } from './route-look.tsx';

type Values = Readonly<Record<string, unknown>>;
const groups = [
  { title: 'Route', names: ['code', 'name', 'shift', 'status'], columns: 2 },
  { title: 'Runs', names: ['runs', 'days', 'pickupStart', 'dropoffStart'], columns: 2 },
  {
    title: 'Vehicle',
    help: 'A vehicle that is blocked today cannot be put on a route.',
    names: ['vehicleId'],
    columns: 2,
  },
] as const;
const fields = {
  pickupStart: { when: (values: Values) => values['runs'] !== 'DROPOFF', optional: false },
  dropoffStart: { when: (values: Values) => values['runs'] !== 'PICKUP', optional: false },
};

export function AddBusRoute() {
  const navigate = useNavigate();
  return (
    <PageFrame title="Add bus route" context="centre-year" crumbs={[{ label: 'Bus routes', to: ROUTES }]}>
      <CommandForm
        of={contract.add}
        groups={groups}
        fields={fields}
        refresh={REFRESH}
        draft="bus-route:new"
        start={{
          shift: 'MORNING',
          runs: 'PICKUP',
          days: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
          status: 'ACTIVE',
        }}
        confirm="Add route"
        will="Its stops come next"
        done="The route is there. Add its stops now."
        onDone={({ id }) => void navigate(stopsPath(id))}
      />
    </PageFrame>
  );
}

export const ChangeBusRoute = ({ route }: { route: BusRoute }) => (
  <CommandForm
    key={route.version}
    of={contract.change}
    groups={groups}
    fields={fields}
    refresh={REFRESH}
    start={{
      id: route.id,
      code: route.code,
      name: route.name,
      shift: route.shift,
      runs: route.runs,
      days: [...route.days],
      status: route.status,
      vehicleId: route.vehicle?.id ?? null,
      pickupStart: route.pickupStart,
      dropoffStart: route.dropoffStart,
    }}
    ifMatch={route.version}
    confirm="Save route"
    done="Saved."
  />
);
