// /transport/vehicle-staff-details/add and /edit/{vehicleStaffID}.
import { todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Stack, Text } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import { postingRoles } from './escort.states.ts';
import { vehicleStaffContract as contract } from './vehicle-staff.contract.ts';

const STAFF = '/transport/vehicle-staff-details';
const crumbs = [{ label: 'Vehicle staff', to: STAFF }];
const REFRESH = ['vehicle-staff', 'escort-vendor'];

export function VehicleStaffForm() {
  const { vehicleStaffID } = useParams();
  const navigate = useNavigate();
  const onDone = () => void navigate(STAFF);
  if (vehicleStaffID) return <Change id={vehicleStaffID} onDone={onDone} />;
  return (
    <PageFrame title="Post a person" context="centre" crumbs={crumbs}>
      <CommandForm
        of={contract.add}
        groups={[
          { title: 'Posting', names: ['personId', 'role', 'vehicleId', 'fromOn', 'toOn'], columns: 2 },
        ]}
        refresh={REFRESH}
        start={{ role: 'DRIVER', fromOn: todayIst(Date.now()) }}
        confirm="Post person"
        will="Only somebody verified, with papers that still run"
        done="Posted."
        onDone={onDone}
      />
    </PageFrame>
  );
}

function Change({ id, onDone }: { id: string; onDone: () => void }) {
  const query = useQuery(contract.get, { id }, { fresh: 0 });
  return (
    <PageFrame title={query.data?.person ?? 'Posting'} context="centre" crumbs={crumbs}>
      <QueryState query={query}>
        {(row) => (
          <Stack gap="md">
            <Text>{`${postingRoles[row.role]} of ${formatPlate(row.vehicle)}`}</Text>
            <CommandForm
              key={row.version}
              of={contract.change}
              groups={[
                {
                  title: 'Days',
                  help: 'The last day ends the posting.',
                  names: ['fromOn', 'toOn'],
                  columns: 2,
                },
              ]}
              refresh={REFRESH}
              start={{ id: row.id, fromOn: row.fromOn, toOn: row.toOn }}
              ifMatch={row.version}
              confirm="Save posting"
              done="Saved."
              onDone={onDone}
            />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}
