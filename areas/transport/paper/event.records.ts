// What happens to a vehicle: repairs, maintenance, fuel, a loan, fines.
import {
  boolean,
  choice,
  date,
  dateTime,
  decimal,
  integer,
  longText,
  money,
  percent,
  text,
} from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { datedRecord, paperNumber, validity } from './dated-record.ts';

const odometer = integer({ label: 'Odometer (km)', min: 0, max: 2_000_000 });
const isText = (value: unknown): value is string => typeof value === 'string';

export const repairKinds = { REPAIR: 'Repair', BREAKDOWN: 'Breakdown', ACCIDENT: 'Accident' } as const;

export const vehicleRepair = datedRecord({
  kind: 'REPAIR',
  name: 'vehicle-repair',
  title: 'Repair',
  plural: 'Repairs and breakdowns',
  param: 'repairID',
  fields: {
    kind: choice({ label: 'Kind', options: repairKinds, filter: true }),
    reportedOn: date({ label: 'Reported on' }),
    place: text({ label: 'Place', max: 120, optional: true, search: true }),
    description: {
      ...longText({ label: 'What happened', max: 1000 }),
      schema: z.string().trim().min(10, 'At least 10 characters').max(1000, 'At most 1000 characters'),
    },
    parts: text({ label: 'Parts', max: 500, optional: true }),
    labour: money({ label: 'Labour', min: 0, optional: true }),
    amount: money({ label: 'Total', min: 0, optional: true }),
    outFrom: date({ label: 'Out of service from', help: 'The vehicle is blocked from this day on' }),
    outTo: date({
      label: 'Out of service until',
      optional: true,
      filter: 'range',
      help: 'Last day at the garage; leave it empty while it goes on',
    }),
  },
  columns: ['kind', 'reportedOn', 'place', 'outFrom', 'outTo', 'amount'],
  sort: '-outFrom',
  check: ({ outFrom, outTo }): Record<string, string> =>
    isText(outFrom) && isText(outTo) && outTo < outFrom ? { outTo: 'Must be on or after the first day' } : {},
});

export const vehicleMaintenance = datedRecord({
  kind: 'MAINTENANCE',
  name: 'vehicle-maintenance',
  title: 'Maintenance',
  plural: 'Maintenance',
  param: 'maintenanceID',
  fields: {
    kind: choice({
      label: 'Kind',
      filter: true,
      options: {
        SERVICE: 'Service',
        OIL: 'Oil',
        TYRE: 'Tyres',
        BRAKE: 'Brakes',
        BATTERY: 'Battery',
        AC: 'Air conditioning',
        FIRST_AID: 'First-aid box',
        EXTINGUISHER: 'Fire extinguisher',
        CCTV: 'CCTV',
        OTHER: 'Other',
      },
    }),
    doneOn: date({ label: 'Done on', filter: 'range' }),
    odometerKm: odometer,
    work: text({ label: 'Work', max: 500, search: true }),
    amount: money({ label: 'Amount', min: 0, optional: true }),
    nextDueOn: date({ label: 'Next due on', optional: true, filter: 'range' }),
    nextDueKm: integer({ label: 'Next due at (km)', min: 1, max: 2_000_000, optional: true }),
  },
  columns: ['kind', 'doneOn', 'odometerKm', 'work', 'nextDueOn', 'nextDueKm', 'amount'],
  sort: '-doneOn',
  check: ({ doneOn, nextDueOn, odometerKm, nextDueKm }) => ({
    ...(isText(doneOn) && isText(nextDueOn) && nextDueOn <= doneOn
      ? { nextDueOn: 'Must be after the day it was done' }
      : {}),
    ...(typeof odometerKm === 'number' && typeof nextDueKm === 'number' && nextDueKm <= odometerKm
      ? { nextDueKm: 'Must be above the odometer' }
      : {}),
  }),
});

const RUPEE = 100; // paise

export const vehicleFuel = datedRecord({
  kind: 'FUEL',
  name: 'vehicle-fuel',
  title: 'Fuel',
  plural: 'Fuel',
  param: 'fuleID',
  fields: {
    filledAt: dateTime({ label: 'Filled', filter: 'range' }),
    litres: decimal({ label: 'Litres (CNG: kg)', digits: 2, min: 0.01, max: 1000 }),
    rate: money({ label: 'Rate', min: 1 }),
    amount: money({ label: 'Amount', min: 1 }),
    odometerKm: odometer,
    fullTank: boolean({
      label: 'Filled up',
      help: 'The kilometres of a litre are counted from full to full',
    }),
  },
  columns: ['filledAt', 'litres', 'rate', 'amount', 'odometerKm', 'fullTank'],
  sort: '-filledAt',
  check: ({ litres, rate, amount }): Record<string, string> => {
    if (typeof litres !== 'number' || typeof rate !== 'number' || typeof amount !== 'number') return {};
    return Math.abs(Math.round(litres * rate) - amount) > RUPEE
      ? { amount: 'Litres times rate is another amount' }
      : {};
  },
});

export const vehicleLoan = datedRecord({
  kind: 'LOAN',
  name: 'vehicle-loan',
  title: 'Loan',
  plural: 'Vehicle loans',
  param: 'loanID',
  fields: {
    lender: text({ label: 'Lender', max: 120, search: true }),
    accountTail: text({
      label: 'Account, last four',
      max: 4,
      pattern: /^[0-9A-Z]{4}$/,
      patternHelp: 'The last four digits or capital letters',
      sample: '4711',
    }),
    principal: money({ label: 'Principal', min: 1 }),
    rateBp: percent({ label: 'Rate a year' }),
    amount: money({ label: 'Instalment (EMI)', min: 1 }),
    emiDay: integer({ label: 'Day of the month', min: 1, max: 28 }),
    startsOn: validity.startsOn,
    endsOn: validity.endsOn,
  },
  columns: ['lender', 'accountTail', 'principal', 'amount', 'emiDay', 'startsOn', 'endsOn'],
  sort: 'endsOn',
});

/** A fine of the traffic police; nothing to do with the delivery challan of orders. */
export const vehicleChallan = datedRecord({
  kind: 'CHALLAN',
  name: 'vehicle-challan',
  title: 'Traffic challan',
  plural: 'Traffic challans',
  param: 'challanID',
  fields: {
    number: paperNumber('Challan number'),
    offence: choice({
      label: 'Offence',
      filter: true,
      options: {
        SIGNAL: 'Signal',
        LANE: 'Lane',
        OVERSPEED: 'Overspeed',
        DRUNK: 'Drunken driving',
        DANGEROUS: 'Dangerous driving',
        DOCUMENT: 'Documents',
        OVERLOAD: 'Overload',
        PARKING: 'Parking',
        OTHER: 'Other',
      },
    }),
    offenceAt: dateTime({ label: 'When', filter: 'range' }),
    place: text({ label: 'Place', max: 120, optional: true, search: true }),
    amount: money({ label: 'Fine', min: 1 }),
    dueOn: date({ label: 'Due on', filter: 'range' }),
    paidOn: date({ label: 'Paid on', optional: true }),
  },
  columns: ['number', 'offence', 'offenceAt', 'amount', 'dueOn', 'paidOn'],
  sort: '-offenceAt',
});
