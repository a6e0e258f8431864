// /transport/vehicle-destination-assignment: where vehicles go beside their stops, and the places themselves.
import { todayIst } from '@aangan/contract/period.ts';
import { weekdaysOf } from '@aangan/contract/weekday.ts';
import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { destination } from './destination.record.ts';
import { vehicleDestination } from './vehicle-destination.record.ts';

const WEEK = weekdaysOf(31);

export function VehicleDestinations() {
  return (
    <PageFrame title={vehicleDestination.plural} context="centre">
      <PageTabs
        tabs={[
          {
            value: 'vehicles',
            label: 'Vehicles',
            content: (
              <RecordTab
                record={vehicleDestination}
                help="Driver and attendant read it on the trip."
                start={{ direction: 'DROPOFF', days: WEEK, fromOn: todayIst(Date.now()) }}
                refresh={['student-destination', 'trip']}
              />
            ),
          },
          {
            value: 'places',
            label: 'Destinations',
            content: (
              <RecordTab
                record={destination}
                help="Day cares, homes and other places that children are brought to."
                start={{ kind: 'DAYCARE' }}
                refresh={['vehicle-destination', 'student-destination']}
              />
            ),
          },
        ]}
      />
    </PageFrame>
  );
}
