// What an escort's home shows of the own trips, and a centre head's of the bus: children on the road now, with trips and alarms, and those whom nobody may receive.
import { countCards, type HomeCards, type HomeContext } from '@aangan/server/endpoint/home-card.ts';
import { inChosenCentre, istDay } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { destinationListing } from './destination/student-destination.listing.server.ts';
import { studentDestinations } from './destination/student-destination.listing.ts';
import { transportModules as m } from './modules.ts';
import { destinationLogs } from './trip/destination-log.listing.ts';
import { dueTripsContract } from './trip/due-trips.contract.ts';
import { dueTrips } from './trip/due-trips.server.ts';
import { tripModules } from './trip/trip.contract.ts';

const ON_BUS = 'transport.on-bus';
const NOBODY = 'transport.nobody';
const DUE = 'transport.trips-due';
const nobodyNow = { nobody: 'YES', state: 'ACTIVE' } as const;

const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

async function read(db: Db, { actor }: HomeContext) {
  const { rows } = await sql<{ children: number; trips: number; alarms: number; today: number }>`
    select (select count(*) from trip_child c join trip t on t.franchisee_id = c.franchisee_id and t.id = c.trip_id and t.started_at is not null
             where c.state = 'BOARDED' and ${inChosenCentre(actor, 'c.franchisee_id')})::int as children,
           (select count(*) from trip t where t.status in ('IN_PROGRESS', 'CHECK_DUE') and ${inChosenCentre(actor, 't.franchisee_id')})::int as trips,
           (select count(*) from trip t where t.service_date = ${istDay(sql`now()`)} and ${inChosenCentre(actor, 't.franchisee_id')})::int as today,
           (select count(*) from safety_alarm a where a.resolved_at is null and ${inChosenCentre(actor, 'a.franchisee_id')})::int as alarms`.execute(
    db,
  );
  const { children = 0, trips = 0, alarms = 0, today = 0 } = rows[0] ?? {};
  const from = await destinationListing.rowsOf({ db, actor }, nobodyNow as never);
  const note = [
    `${counted(trips, 'trip runs', 'trips run')} of ${today} today`,
    counted(alarms, 'alarm is open', 'alarms are open'),
  ].join(' · ');
  return { [ON_BUS]: { n: children, note }, ...(await countCards(db, { [NOBODY]: from })) };
}

export const transportHomeCards: readonly HomeCards[] = [
  {
    module: tripModules,
    read: async (db, { actor, today }) => ({ [DUE]: { n: (await dueTrips(db, actor, today)).length } }),
    cards: [
      {
        key: DUE,
        title: 'Trips today',
        unit: 'count',
        picture: 'number',
        on: { staff: 4 },
        todo: { action: 'Open', by: tripModules },
        drill: {
          path: '/transport/routes',
          list: dueTripsContract.due,
          filters: () => ({}),
          measures: 'rows',
        },
      },
    ],
  },
  {
    module: m.ESCORT_DIGITAL_ID,
    read,
    cards: [
      {
        key: ON_BUS,
        title: 'Children on the bus now',
        unit: 'count',
        picture: 'number',
        on: { centre: 60 },
        drill: {
          path: '/transport/stundent-Destination-Log-Details',
          list: destinationLogs.endpoints.list,
          filters: () => ({ state: 'BOARDED' }),
          measures: 'rows',
        },
      },
      {
        key: NOBODY,
        title: 'Children whom nobody may receive',
        unit: 'count',
        picture: 'number',
        on: { centre: 34 },
        todo: { action: 'Name who receives them', by: m.ESCORT_DIGITAL_ID },
        drill: {
          path: '/transport/stundent-destination-assignment',
          list: studentDestinations.endpoints.list,
          filters: () => nobodyNow,
          measures: 'rows',
        },
      },
    ],
  },
];
