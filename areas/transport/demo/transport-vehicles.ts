// Vehicles of four centres with the papers of two years: one that is ready, one whose papers end soon, one that is blocked, one in
// maintenance; fuel, fines, loans, and a centre that is stricter than the network.
import { addDays, addMonths, type Day, dayNumber } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuid, rngOf } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

const HEAD_OFFICE = 1;
const RUPEE = 100; // paise
const CENTRES = [ANDHERI, BANER, 4, 5] as const;

type State = 'READY' | 'DUE_SOON' | 'BLOCKED' | 'GARAGE' | 'GAP' | 'RETIRED';
interface Bus {
  readonly centre: number;
  readonly regNo: string;
  readonly name: string;
  readonly kind: 'BUS' | 'MINI_BUS' | 'VAN' | 'CAR';
  readonly make: string;
  readonly model: string;
  readonly fuel: 'DIESEL' | 'CNG' | 'PETROL' | 'ELECTRIC';
  readonly seats: number;
  readonly owner: 'OWN' | 'VENDOR';
  readonly colour: string;
  readonly state: State;
}

// biome-ignore format: a table
const MODELS: readonly (Omit<Bus, 'centre' | 'regNo'> & { plate: string })[] = [
  { plate: 'AB1234', name: 'Yellow bus', kind: 'BUS', make: 'Tata', model: 'Starbus 20', fuel: 'DIESEL', seats: 20, owner: 'OWN', colour: 'Yellow', state: 'READY' },
  { plate: 'CD4207', name: 'Little van', kind: 'VAN', make: 'Maruti', model: 'Eeco', fuel: 'CNG', seats: 7, owner: 'OWN', colour: 'White', state: 'DUE_SOON' },
  { plate: 'EF3391', name: 'Green bus', kind: 'MINI_BUS', make: 'Force', model: 'Traveller 17', fuel: 'DIESEL', seats: 17, owner: 'VENDOR', colour: 'Green', state: 'BLOCKED' },
  { plate: 'GH8820', name: 'Blue bus', kind: 'BUS', make: 'Ashok Leyland', model: 'Sunshine', fuel: 'DIESEL', seats: 32, owner: 'OWN', colour: 'Blue', state: 'GARAGE' },
];
// biome-ignore format: a table
const MORE: readonly Bus[] = [
  { centre: BANER, regNo: 'MH12KL5512', name: 'Orange bus', kind: 'MINI_BUS', make: 'Mahindra', model: 'Cruzio', fuel: 'CNG', seats: 20, owner: 'OWN', colour: 'Orange', state: 'GAP' },
  { centre: ANDHERI, regNo: '22BH1234AA', name: 'Errand car', kind: 'CAR', make: 'Tata', model: 'Tiago EV', fuel: 'ELECTRIC', seats: 5, owner: 'OWN', colour: 'Grey', state: 'READY' },
  { centre: ANDHERI, regNo: 'MH02ZA0090', name: 'First bus', kind: 'BUS', make: 'Tata', model: 'Cityride', fuel: 'PETROL', seats: 26, owner: 'OWN', colour: 'Yellow', state: 'RETIRED' },
];

const BUSES: readonly Bus[] = [
  ...CENTRES.flatMap((centre, i) =>
    MODELS.map(
      ({ plate, ...bus }): Bus => ({
        ...bus,
        centre,
        regNo: `MH${['02', '12', '43', '04'][i]}${plate}`,
      }),
    ),
  ),
  ...MORE,
];
const vehicleId = (bus: Bus): string => demoUuid('vehicle', bus.centre, bus.regNo);
const keyOf = (bus: Bus, kind: string, n: number) => ({
  franchisee_id: bus.centre,
  id: demoUuid('vehicle-paper', kind, bus.centre, bus.regNo, n),
  vehicle_id: vehicleId(bus),
});

/** Days from today on which the paper of this year ends; the one before ended the day before it began. */
const ENDS: Readonly<
  Record<State, readonly [insurance: number, permit: number, fitness: number, pollution: number, tax: number]>
> = {
  READY: [290, 700, 410, 160, 127],
  DUE_SOON: [21, 400, 300, 0, 12],
  BLOCKED: [180, 320, -5, 90, 127],
  GARAGE: [240, 380, 200, 75, 127],
  GAP: [6, 365, 250, 110, 127],
  RETIRED: [-200, -90, -210, -240, -230],
};

interface Certificate {
  readonly table: string;
  readonly prefix: string;
  readonly months: number;
  readonly more: (bus: Bus, startsOn: Day) => Row;
}

const STATION = 'Highway testing station';
// biome-ignore format: a table
const CERTIFICATES: readonly Certificate[] = [
  { table: 'vehicle_insurance', prefix: 'POL', months: 12, more: (bus) => ({ insurer: bus.owner === 'OWN' ? 'Suraksha General' : 'Bharosa Insurance', cover: bus.kind === 'CAR' ? 'THIRD_PARTY' : 'COMPREHENSIVE', idv: bus.seats * 60_000 * RUPEE, claim_phone: '+919820011223', amount: bus.seats * 1_450 * RUPEE, vendor_name: 'Shree Insurance Services' }) },
  { table: 'vehicle_permit', prefix: 'PRM', months: 36, more: (bus) => ({ kind: bus.owner === 'VENDOR' ? 'CONTRACT_CARRIAGE' : bus.kind === 'CAR' ? 'PRIVATE_SERVICE' : 'SCHOOL_BUS', authority: 'Regional Transport Office', permitted_seats: bus.seats, amount: 6_500 * RUPEE, vendor_name: null }) },
  { table: 'vehicle_fitness', prefix: 'FIT', months: 24, more: (_bus, startsOn) => ({ station: STATION, inspected_on: addDays(startsOn, -1), amount: 1_200 * RUPEE, vendor_name: null }) },
  { table: 'vehicle_pollution', prefix: 'PUC', months: 12, more: () => ({ station: 'Green Air Centre', amount: 150 * RUPEE, vendor_name: 'Green Air Centre' }) },
  { table: 'vehicle_road_tax', prefix: 'TAX', months: 12, more: (bus) => ({ period: 'YEAR', amount: bus.seats * 380 * RUPEE, vendor_name: null }) },
];

function certificatesOf({ table, prefix, months, more }: Certificate, at: number, today: Day): Row[] {
  return BUSES.flatMap((bus) => {
    const ends = [addDays(today, ENDS[bus.state][at] ?? 0)];
    // The year before; and where a policy was renewed too late, the next one with days between.
    ends.unshift(addDays(addMonths(ends[0] as Day, -months), 0));
    if (bus.state === 'GAP' && at === 0) ends.push(addMonths(addDays(ends[1] as Day, 4), months));
    return ends.map((endsOn, n) => {
      const startsOn = addDays(addMonths(endsOn, -months), 1);
      const lifetime = table === 'vehicle_road_tax' && bus.kind === 'CAR' && n === 1;
      const quarter = table === 'vehicle_road_tax' && bus.state === 'DUE_SOON' && n === 0;
      return {
        ...keyOf(bus, table, n),
        number: `${prefix}-${bus.regNo}-${n + 1}`,
        starts_on: startsOn,
        ends_on: lifetime ? null : endsOn,
        ...more(bus, startsOn),
        ...(lifetime ? { period: 'LIFETIME' } : quarter ? { period: 'QUARTER' } : {}),
      };
    });
  });
}

const repairsOf = (today: Day): Row[] =>
  BUSES.flatMap((bus, i) => {
    if (bus.state !== 'GARAGE' && bus.state !== 'READY') return [];
    const open = bus.state === 'GARAGE';
    const from = addDays(today, open ? -2 : -60 - i);
    return [
      {
        ...keyOf(bus, 'vehicle_repair', 0),
        kind: open ? 'BREAKDOWN' : i % 2 ? 'REPAIR' : 'ACCIDENT',
        reported_on: from,
        place: open ? 'Link Road flyover' : 'At the centre',
        description: open
          ? 'The clutch slips on slopes; towed to the garage.'
          : 'The left mirror broke while parking; nobody was on board.',
        parts: open ? null : 'Mirror',
        labour: open ? null : 800 * RUPEE,
        amount: open ? null : 2_950 * RUPEE,
        out_from: from,
        out_to: open ? null : addDays(from, 1),
        vendor_name: 'Highway Motors',
      },
    ];
  });

// biome-ignore format: a table
const WORK: readonly [kind: string, work: string, daysAgo: number, rupees: number, dueDays: number | null, dueKm: number | null][] = [
  ['SERVICE', 'Service at 40,000 km with filters', 120, 9_400, 60, 10_000],
  ['OIL', 'Engine oil and filter', 120, 3_200, null, 5_000],
  ['TYRE', 'Two front tyres', 200, 18_600, null, null],
  ['BRAKE', 'Brake pads of the front axle', 75, 4_100, 290, null],
  ['FIRST_AID', 'First-aid box filled up', 30, 640, 150, null],
  ['EXTINGUISHER', 'Extinguisher checked', 300, 350, 65, null],
];
const FIRST_KM = 41_000;

const maintenanceOf = (today: Day): Row[] =>
  BUSES.filter(({ state }) => state !== 'RETIRED').flatMap((bus) =>
    WORK.map(([kind, work, daysAgo, rupees, dueDays, dueKm], n) => ({
      ...keyOf(bus, 'vehicle_maintenance', n),
      kind,
      done_on: addDays(today, -daysAgo),
      odometer_km: FIRST_KM - daysAgo,
      work,
      amount: rupees * RUPEE,
      next_due_on:
        dueDays === null ? null : addDays(today, bus.state === 'DUE_SOON' && n === 0 ? 9 : dueDays),
      next_due_km: dueKm === null ? null : FIRST_KM + dueKm,
      vendor_name: 'Highway Motors',
    })),
  );

const FILLINGS = 7;
function fuelOf(today: Day): Row[] {
  return BUSES.filter(({ fuel, state }) => fuel !== 'ELECTRIC' && state !== 'RETIRED').flatMap((bus) => {
    const rng = rngOf(`fuel ${bus.regNo}`);
    const kmPerLitre = bus.kind === 'BUS' ? 6 : 11;
    let odometer = FIRST_KM;
    return Array.from({ length: FILLINGS }, (_, n) => {
      const km = rng.int(260, 340);
      odometer += km;
      // The last tank of the due one ran dry too early.
      const thirst = bus.state === 'DUE_SOON' && n === FILLINGS - 1 ? 1.7 : 1;
      const litres = Math.round((km / kmPerLitre) * thirst * 100) / 100;
      const rate = (bus.fuel === 'CNG' ? 79 : bus.fuel === 'PETROL' ? 104 : 91) * RUPEE;
      return {
        ...keyOf(bus, 'vehicle_fuel', n),
        filled_at: `${addDays(today, -9 * (FILLINGS - n) + 2)}T07:10:00+05:30`,
        litres,
        rate,
        amount: Math.round(litres * rate),
        odometer_km: odometer,
        full_tank: n !== 3,
        vendor_name: 'Bharat fuel station',
      };
    });
  });
}

const loansOf = (today: Day): Row[] =>
  BUSES.filter(({ owner, state }) => owner === 'OWN' && state !== 'RETIRED').map((bus, i) => ({
    ...keyOf(bus, 'vehicle_loan', 0),
    lender: i % 2 ? 'Vishwas Finance' : 'Gramin Bank',
    account_tail: String(4100 + i),
    principal: bus.seats * 55_000 * RUPEE,
    rate_bp: 925,
    amount: bus.seats * 1_180 * RUPEE,
    emi_day: 5 + (i % 20),
    starts_on: addMonths(today, -20),
    ends_on: addDays(today, bus.state === 'GAP' ? 18 : bus.state === 'GARAGE' ? -30 : 900),
  }));

// biome-ignore format: a table
const FINES: readonly [offence: string, daysAgo: number, rupees: number, due: number, paid: boolean, place: string][] = [
  ['PARKING', 40, 500, -10, true, 'Station Road'],
  ['SIGNAL', 12, 1_000, 48, false, 'Link Road signal'],
  ['LANE', 75, 500, -3, false, 'Western Express Highway'],
];

const finesOf = (today: Day): Row[] =>
  BUSES.filter(({ state }) => state === 'DUE_SOON' || state === 'GAP').flatMap((bus) =>
    FINES.map(([offence, daysAgo, rupees, due, paid, place], n) => ({
      ...keyOf(bus, 'vehicle_challan', n),
      number: `MH${dayNumber(today) - daysAgo}${bus.regNo.slice(-4)}${n}`,
      offence_at: `${addDays(today, -daysAgo)}T08:20:00+05:30`,
      offence,
      place,
      amount: rupees * RUPEE,
      due_on: addDays(today, due),
      paid_on: paid ? addDays(today, -daysAgo + 6) : null,
    })),
  );

const STATUS: Partial<Record<State, string>> = { GARAGE: 'MAINTENANCE', RETIRED: 'RETIRED' };

export async function writeTransportVehicles(client: Client, today: Day): Promise<void> {
  await insertRows(
    client,
    'vehicle',
    BUSES.map((bus) => ({
      franchisee_id: bus.centre,
      id: vehicleId(bus),
      reg_no: bus.regNo,
      name: bus.name,
      make: bus.make,
      model: bus.model,
      kind: bus.kind,
      fuel: bus.fuel,
      registered_seats: bus.seats,
      child_seats: bus.seats - 1,
      ownership: bus.owner,
      registered_on: addMonths(today, bus.state === 'RETIRED' ? -140 : -38),
      colour: bus.colour,
      chassis_no: `MAT${bus.regNo}0017`,
      engine_no: `E${bus.regNo}`,
      has_cctv: bus.kind !== 'CAR',
      has_speed_governor: bus.kind !== 'CAR',
      has_first_aid: true,
      has_extinguisher: true,
      status: bus.kind === 'VAN' && bus.centre === 5 ? 'INACTIVE' : (STATUS[bus.state] ?? 'ACTIVE'),
    })),
  );
  for (const [at, one] of CERTIFICATES.entries())
    await insertRows(client, one.table, certificatesOf(one, at, today));
  await insertRows(client, 'vehicle_repair', repairsOf(today));
  await insertRows(client, 'vehicle_maintenance', maintenanceOf(today));
  await insertRows(client, 'vehicle_fuel', fuelOf(today));
  await insertRows(client, 'vehicle_loan', loansOf(today));
  await insertRows(client, 'vehicle_challan', finesOf(today));
  await insertRows(
    client,
    'vehicle_setting',
    (
      [
        [HEAD_OFFICE, 'max_ride_min', '50', 'Agreed with the centres of large cities.'],
        [ANDHERI, 'overspeed_kmh', '35', 'Narrow lanes around the centre.'],
        [ANDHERI, 'wait_at_stop_s', '180', null],
        // Its children ride without a service, so their seats can be changed.
        [ANDHERI, 'fare_required', 'off', 'The bus is part of the fee this year.'],
        [BANER, 'parent_live_map', 'off', 'Until the new devices are built in.'],
      ] as const
    ).map(([centre, key, value, note]) => ({
      franchisee_id: centre,
      id: demoUuid('vehicle-setting', centre, key),
      key,
      value,
      from_on: addDays(today, -90),
      note,
    })),
  );
}
