// Zones, cities and the twelve centres of the small network.
import { gstinCheckCharacter } from '@aangan/contract/india.ts';
import type { Region } from './names.ts';
import { rngOf } from './random.ts';

export const ANDHERI = 2;
export const BANER = 3;

export const zones = [
  { id: 1, name: 'West', code: 'W' },
  { id: 2, name: 'South', code: 'S' },
  { id: 3, name: 'North', code: 'N' },
] as const;

export const cities = [
  {
    id: 1,
    name: 'Mumbai',
    state: 'Maharashtra',
    district: 'Mumbai Suburban',
    zone: 1,
    gst: '27',
    mix: { MARATHI: 30, GUJARATI: 22, HINDI: 20, MUSLIM: 10, CHRISTIAN: 8, TAMIL: 5, PUNJABI: 5 },
  },
  {
    id: 2,
    name: 'Pune',
    state: 'Maharashtra',
    district: 'Pune',
    zone: 1,
    gst: '27',
    mix: { MARATHI: 58, HINDI: 18, GUJARATI: 8, MUSLIM: 6, BENGALI: 5, CHRISTIAN: 5 },
  },
  {
    id: 3,
    name: 'Ahmedabad',
    state: 'Gujarat',
    district: 'Ahmedabad',
    zone: 1,
    gst: '24',
    mix: { GUJARATI: 70, HINDI: 18, MUSLIM: 8, PUNJABI: 4 },
  },
  {
    id: 4,
    name: 'Delhi',
    state: 'Delhi',
    district: 'New Delhi',
    zone: 3,
    gst: '07',
    mix: { HINDI: 52, PUNJABI: 28, MUSLIM: 10, BENGALI: 10 },
  },
  {
    id: 5,
    name: 'Bengaluru',
    state: 'Karnataka',
    district: 'Bengaluru Urban',
    zone: 2,
    gst: '29',
    mix: { KANNADA: 46, TELUGU: 16, TAMIL: 16, HINDI: 12, CHRISTIAN: 6, BENGALI: 4 },
  },
  {
    id: 6,
    name: 'Hyderabad',
    state: 'Telangana',
    district: 'Hyderabad',
    zone: 2,
    gst: '36',
    mix: { TELUGU: 58, MUSLIM: 20, HINDI: 14, TAMIL: 8 },
  },
] as const satisfies readonly {
  id: number;
  name: string;
  state: string;
  district: string;
  zone: number;
  gst: string;
  mix: Partial<Record<Region, number>>;
}[];

export type City = (typeof cities)[number];

export interface Centre {
  id: number;
  name: string;
  code: string;
  city: City;
  pincode: string;
  address1: string;
  address2: string;
  landmark: string;
  lat: number;
  lng: number;
  model: 'FOFO' | 'COCO';
  openedOn: string;
  legalName: string;
  pan: string;
  gstin: string;
  /** Children of both years together. */
  children: number;
  enquiries: number;
}

type Short = [
  name: string,
  code: string,
  city: number,
  pincode: string,
  address1: string,
  landmark: string,
  lat: number,
  lng: number,
  openedOn: string,
  model?: 'COCO',
];

const LIST: readonly Short[] = [
  [
    'Andheri',
    'AND',
    1,
    '400053',
    'Ground floor, Sai Krupa, Veera Desai Road',
    'Opposite the municipal garden',
    19.1364,
    72.8296,
    '2021-06-14',
  ],
  [
    'Baner',
    'BAN',
    2,
    '411045',
    'Plot 14, Pancard Club Road',
    'Behind the post office',
    18.559,
    73.7868,
    '2021-06-21',
  ],
  [
    'Kothrud',
    'KOT',
    2,
    '411038',
    '22 Paud Road, Right Bhusari Colony',
    'Near the water tank',
    18.5074,
    73.8077,
    '2022-06-06',
  ],
  [
    'Powai',
    'POW',
    1,
    '400076',
    'Shop 3, Lake View, Central Avenue',
    'Near the lake gate',
    19.1176,
    72.906,
    '2022-06-13',
    'COCO',
  ],
  [
    'Bopal',
    'BOP',
    3,
    '380058',
    'B-7 Sobo Centre, South Bopal',
    'Beside the community hall',
    23.0225,
    72.4714,
    '2022-06-13',
  ],
  [
    'Satellite',
    'SAT',
    3,
    '380015',
    '5 Shyamal Row House, 132 Ft Ring Road',
    'Near Shyamal cross roads',
    23.0156,
    72.5283,
    '2023-06-12',
  ],
  [
    'Dwarka',
    'DWK',
    4,
    '110075',
    'Plot 9, Sector 12 A',
    'Opposite the metro gate',
    28.5921,
    77.046,
    '2022-04-04',
  ],
  [
    'Rohini',
    'ROH',
    4,
    '110085',
    'C-4/21, Sector 7',
    'Near the district park',
    28.7041,
    77.1025,
    '2023-04-03',
  ],
  [
    'Whitefield',
    'WHI',
    5,
    '560066',
    '18 Immadihalli Main Road',
    'Next to the lake temple',
    12.9698,
    77.75,
    '2022-06-01',
  ],
  [
    'Jayanagar',
    'JAY',
    5,
    '560041',
    '341, 9th Main, 4th Block',
    'Near the shopping complex',
    12.925,
    77.5938,
    '2024-06-03',
  ],
  [
    'Gachibowli',
    'GAC',
    6,
    '500032',
    '6-2 Telecom Nagar',
    'Near the stadium',
    17.4401,
    78.3489,
    '2023-06-12',
    'COCO',
  ],
  [
    'Kukatpally',
    'KUK',
    6,
    '500072',
    'MIG 82, KPHB Phase 3',
    'Near the remedial hospital',
    17.4933,
    78.3995,
    '2024-06-10',
  ],
];

export const centres: readonly Centre[] = LIST.map(
  ([name, code, cityId, pincode, address1, landmark, lat, lng, openedOn, model], index): Centre => {
    const city = cities[cityId - 1] as City;
    const rng = rngOf(`centre ${code}`);
    const letter = () => String.fromCharCode(65 + rng.int(0, 25));
    // Fourth letter F: a firm or LLP; the fifth is the first letter of its name.
    const pan = `AA${letter()}F${name.charAt(0)}${rng.int(1000, 9999)}${letter()}`;
    const body = `${city.gst}${pan}1Z`;
    return {
      id: index + 2,
      name,
      code,
      city,
      pincode,
      address1,
      address2: name,
      landmark,
      lat,
      lng,
      model: model ?? 'FOFO',
      openedOn,
      legalName: `${name} Early Learning LLP`,
      pan,
      gstin: `${body}${gstinCheckCharacter(body) ?? '0'}`,
      children: [84, 72][index] ?? 44,
      enquiries: [320, 260][index] ?? 142,
    };
  },
);

export const centreOf = (id: number): Centre => {
  const found = centres.find((centre) => centre.id === id);
  if (!found) throw new Error(`No centre ${id} in the demo`);
  return found;
};
