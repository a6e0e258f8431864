// Papers that run from a day to a day: without them the vehicle does not.
import { choice, date, integer, money, phone, text } from '@aangan/contract/fields.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { datedRecord, paperNumber, validity } from './dated-record.ts';

const station = text({ label: 'Station', max: 120 });

export const vehicleInsurance = datedRecord({
  kind: 'INSURANCE',
  name: 'vehicle-insurance',
  title: 'Insurance',
  plural: 'Vehicle insurance',
  param: 'insuranceID',
  fields: {
    insurer: text({ label: 'Insurer', max: 120, search: true }),
    number: paperNumber('Policy number'),
    cover: choice({
      label: 'Cover',
      options: { COMPREHENSIVE: 'Comprehensive', THIRD_PARTY: 'Third party' },
      filter: true,
    }),
    ...validity,
    amount: money({ label: 'Premium', min: 0 }),
    idv: money({ label: 'Insured declared value', min: 0, optional: true }),
    claimPhone: phone({ label: 'Phone for claims', optional: true }),
  },
  columns: ['insurer', 'number', 'startsOn', 'endsOn', 'amount'],
  sort: '-endsOn',
});

export const vehiclePermit = datedRecord({
  kind: 'PERMIT',
  name: 'vehicle-permit',
  title: 'Permit',
  plural: 'Permits',
  param: 'permitID',
  fields: {
    kind: choice({
      label: 'Kind',
      options: {
        CONTRACT_CARRIAGE: 'Contract carriage',
        SCHOOL_BUS: 'School bus',
        PRIVATE_SERVICE: 'Private service vehicle',
      },
    }),
    number: paperNumber('Permit number'),
    authority: text({ label: 'Authority', max: 120, optional: true }),
    permittedSeats: integer({ label: 'Permitted seats', min: 1, max: 105, optional: true }),
    ...validity,
  },
  columns: ['kind', 'number', 'startsOn', 'endsOn'],
  sort: '-endsOn',
});

export const vehicleFitness = datedRecord({
  kind: 'FITNESS',
  name: 'vehicle-fitness',
  title: 'Fitness certificate',
  plural: 'Fitness certificates',
  param: 'fitnessID',
  fields: {
    number: paperNumber('Certificate number'),
    station,
    inspectedOn: date({ label: 'Inspected on' }),
    ...validity,
  },
  columns: ['number', 'station', 'inspectedOn', 'startsOn', 'endsOn'],
  sort: '-endsOn',
  check: ({ inspectedOn }) =>
    typeof inspectedOn === 'string' && inspectedOn > todayIst(Date.now())
      ? { inspectedOn: 'This day is still to come' }
      : {},
});

export const vehiclePollution = datedRecord({
  kind: 'POLLUTION',
  name: 'vehicle-pollution',
  title: 'Pollution certificate',
  plural: 'Pollution certificates',
  param: 'pollutionID',
  fields: { number: paperNumber('Certificate number'), station, ...validity },
  columns: ['number', 'station', 'startsOn', 'endsOn'],
  sort: '-endsOn',
});

export const vehicleRoadTax = datedRecord({
  kind: 'ROAD_TAX',
  name: 'vehicle-road-tax',
  title: 'Road tax',
  plural: 'Road tax',
  param: 'roadtaxID',
  fields: {
    number: paperNumber('Receipt number'),
    period: choice({
      label: 'Period',
      options: { QUARTER: 'Quarter', YEAR: 'Year', LIFETIME: 'Lifetime' },
      filter: true,
    }),
    startsOn: validity.startsOn,
    endsOn: date({
      label: 'To',
      filter: 'range',
      optional: true,
      help: 'Tax for the lifetime of the vehicle has none',
    }),
    amount: money({ label: 'Amount', min: 0 }),
  },
  columns: ['number', 'period', 'startsOn', 'endsOn', 'amount'],
  sort: '-endsOn',
  check: ({ period, endsOn }): Record<string, string> => {
    const hasEnd = endsOn !== null && endsOn !== undefined;
    if (period === 'LIFETIME') return hasEnd ? { endsOn: 'Tax for the lifetime has no end' } : {};
    return hasEnd ? {} : { endsOn: 'Fill this in' };
  },
});
