// Which streets each centre serves. Places are centroids of delivery areas, to two decimals or so.
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { centreOf, centres } from '../../../db/demo/places.ts';
import { demoUuid, rngOf } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

type Place = readonly [pincode: string, office: string, lat: number, lng: number];

/** By centre: its own code first, then its neighbours. A code may stand at two centres: there priority and distance decide. */
const PLACES: Readonly<Record<number, readonly Place[]>> = {
  2: [
    ['400053', 'Azad Nagar', 19.1316, 72.8357],
    ['400058', 'Andheri West', 19.1197, 72.8464],
    ['400061', 'Versova', 19.1351, 72.8146],
    ['400102', 'Jogeshwari West', 19.1457, 72.8405],
    ['400069', 'Andheri East', 19.1155, 72.8543],
    ['400104', 'Goregaon West', 19.1646, 72.8403],
  ],
  3: [
    ['411045', 'Baner', 18.559, 73.7868],
    ['411007', 'Aundh', 18.5593, 73.8078],
    ['411021', 'Bavdhan', 18.5204, 73.7786],
    ['411008', 'Pashan', 18.5412, 73.7929],
  ],
  4: [
    ['411038', 'Kothrud', 18.5074, 73.8077],
    ['411052', 'Karvenagar', 18.4915, 73.8217],
    ['411058', 'Warje', 18.4831, 73.8009],
    ['411021', 'Bavdhan', 18.5204, 73.7786],
  ],
  5: [
    ['400076', 'Powai', 19.1176, 72.906],
    ['400072', 'Saki Naka', 19.1036, 72.8891],
    ['400078', 'Bhandup West', 19.1511, 72.9372],
    ['400069', 'Andheri East', 19.1155, 72.8543],
  ],
  6: [
    ['380058', 'Bopal', 23.0336, 72.4637],
    ['380057', 'Ghuma', 23.0372, 72.4382],
    ['380054', 'Bodakdev', 23.0395, 72.5123],
  ],
  7: [
    ['380015', 'Satellite', 23.0258, 72.5242],
    ['380051', 'Jivraj Park', 23.0046, 72.5336],
    ['380007', 'Paldi', 23.0136, 72.5624],
    ['380054', 'Bodakdev', 23.0395, 72.5123],
  ],
  8: [
    ['110075', 'Dwarka', 28.5921, 77.046],
    ['110078', 'Dwarka Sector 6', 28.5916, 77.0606],
    ['110059', 'Uttam Nagar', 28.6196, 77.055],
    ['110045', 'Palam', 28.5903, 77.0838],
  ],
  9: [
    ['110085', 'Rohini', 28.7164, 77.1173],
    ['110089', 'Rohini Sector 15', 28.7318, 77.1297],
    ['110034', 'Pitampura', 28.6981, 77.1388],
  ],
  10: [
    ['560066', 'Whitefield', 12.9698, 77.75],
    ['560048', 'Mahadevapura', 12.9904, 77.6951],
    ['560037', 'Marathahalli', 12.9569, 77.7011],
    ['560067', 'Kadugodi', 12.9981, 77.7606],
  ],
  11: [
    ['560041', 'Jayanagar', 12.925, 77.5938],
    ['560069', 'Tilak Nagar', 12.9263, 77.6006],
    ['560070', 'Banashankari', 12.9255, 77.5668],
    ['560078', 'J P Nagar', 12.9077, 77.5857],
  ],
  12: [
    ['500032', 'Gachibowli', 17.4401, 78.3489],
    ['500084', 'Kondapur', 17.4615, 78.3647],
    ['500081', 'Madhapur', 17.4486, 78.3908],
  ],
  13: [
    ['500072', 'Kukatpally', 17.4933, 78.3995],
    ['500085', 'Kukatpally Housing Board', 17.4935, 78.3916],
    ['500090', 'Nizampet', 17.5197, 78.3851],
    ['500049', 'Miyapur', 17.4965, 78.3574],
  ],
};
/** Near a centre and served by nobody: the 'gaps' of the list. */
const UNSERVED: readonly (readonly [centre: number, place: Place])[] = [
  [2, ['400049', 'Juhu', 19.1075, 72.8263]],
  [3, ['411027', 'Aundh Camp', 18.5746, 73.8087]],
  [4, ['411004', 'Deccan Gymkhana', 18.5167, 73.8417]],
  [11, ['560011', 'Jayanagar East', 12.9299, 77.5838]],
  [12, ['500075', 'Narsingi', 17.3893, 78.3565]],
];
const EXCLUSIVE: readonly (readonly [pincode: string, centre: number])[] = [
  ['400053', 2],
  ['411045', 3],
  ['110075', 8],
];

/** The pincodes around the centres; the whole directory is a matter of `--pincodes`. */
export async function writeTerritory(client: Client, today: Day): Promise<void> {
  const codes = new Map<string, Row>();
  const add = (centreId: number, [pincode, office, lat, lng]: Place) => {
    const { city } = centreOf(centreId);
    codes.set(pincode, {
      pincode,
      district: city.district,
      state_name: city.state,
      city_id: city.id,
      lat,
      lng,
      primary_office: office,
      checked_on: addDays(today, -40),
    });
  };
  for (const centre of centres) for (const place of PLACES[centre.id] ?? []) add(centre.id, place);
  for (const [centreId, place] of UNSERVED) add(centreId, place);
  await insertRows(
    client,
    'pincode',
    [...codes.values()],
    'on conflict (pincode) do update set lat = excluded.lat, lng = excluded.lng, primary_office = excluded.primary_office, checked_on = excluded.checked_on',
  );
  await insertRows(
    client,
    'franchisee_pincode',
    centres.flatMap((centre) =>
      (PLACES[centre.id] ?? []).slice(1).map((place, n) => rowOf(centre.id, place, n)),
    ),
  );
  await insertRows(
    client,
    'pincode_exclusive',
    EXCLUSIVE.map(([pincode, franchisee_id]) => ({
      pincode,
      franchisee_id,
      since: `${addDays(centreOf(franchisee_id).openedOn, 30)}T11:00:00+05:30`,
    })),
  );
}

function rowOf(centreId: number, [pincode]: Place, n: number): Row {
  const rng = rngOf(`territory ${centreId} ${pincode}`);
  return {
    franchisee_id: centreId,
    id: demoUuid('territory', centreId, pincode),
    pincode,
    priority: Math.min(9, 2 + n),
    leads: !rng.chance(0.1),
    transport: n < 2,
    from_on: addDays(centreOf(centreId).openedOn, 30 * (n + 1)),
    to_on: null,
  };
}
