// /transport/vehicle-details/add, and the details of a vehicle's page.
import type { RowOf } from '@aangan/contract/record.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { useNavigate } from 'react-router';
import { vehicleContract as contract } from './vehicle.contract.ts';
import type { vehicle } from './vehicle.record.ts';
import { vehicleFields } from './vehicle-fields.ts';

export type VehicleRow = RowOf<typeof vehicle.fields>;
const REFRESH = ['vehicle'];
const groups = [
  {
    title: 'Vehicle',
    names: ['regNo', 'name', 'kind', 'ownership', 'make', 'model', 'fuel', 'colour'],
    columns: 2,
  },
  {
    title: 'Seats',
    help: 'No more children than the network allows on the registered seats.',
    names: ['registeredSeats', 'childSeats'],
    columns: 2,
  },
  { title: 'Registration', names: ['registeredOn', 'chassisNo', 'engineNo'], columns: 2 },
  {
    title: 'Safety equipment',
    names: ['hasCctv', 'hasSpeedGovernor', 'hasFirstAid', 'hasExtinguisher'],
    columns: 2,
  },
  { title: 'Photo', names: ['photo'] },
] as const;

export function AddVehicle() {
  const navigate = useNavigate();
  return (
    <PageFrame
      title="Add vehicle"
      context="centre"
      crumbs={[{ label: 'Vehicles', to: '/transport/vehicle-details' }]}
    >
      <CommandForm
        of={contract.add}
        groups={groups}
        refresh={REFRESH}
        draft="vehicle:new"
        start={{
          kind: 'BUS',
          fuel: 'DIESEL',
          ownership: 'OWN',
          hasCctv: false,
          hasSpeedGovernor: false,
          hasFirstAid: false,
          hasExtinguisher: false,
        }}
        confirm="Add vehicle"
        will="It is blocked until its papers are recorded"
        done="The vehicle is there. Record its papers now."
        onDone={() => void navigate('/transport/vehicle-details')}
      />
    </PageFrame>
  );
}

export function ChangeVehicle({ row }: { row: VehicleRow }) {
  const names = Object.keys(vehicleFields) as (keyof typeof vehicleFields)[];
  const start = Object.fromEntries(names.map((name) => [name, row[name]]));
  return (
    <CommandForm
      key={row.version}
      of={contract.change}
      groups={groups}
      refresh={REFRESH}
      start={{ ...start, id: String(row.id) } as never} // a row's values are those of its command
      ifMatch={row.version}
      confirm="Save vehicle"
      done="Saved."
    />
  );
}
