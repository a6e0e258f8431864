import { boolean, choice, date, file, integer, text } from '@aangan/contract/fields.ts';
import * as z from 'zod';

const PLATE = /^([A-Z]{2}[0-9]{1,2}[A-Z]{0,3}[0-9]{4}|[0-9]{2}BH[0-9]{4}[A-Z]{1,2})$/;

/** "mh 02-ab 1234" -> MH02AB1234: as it is kept and compared. */
export const plateOf = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** MH02AB1234 -> "MH 02 AB 1234", as people read a plate. */
export function formatPlate(regNo: string): string {
  const parts =
    /^([A-Z]{2})(\d{1,2})([A-Z]{0,3})(\d{4})$/.exec(regNo) ?? /^(\d{2})(BH)(\d{4})([A-Z]{1,2})$/.exec(regNo);
  return parts ? parts.slice(1).filter(Boolean).join(' ') : regNo;
}

export const vehicleKinds = { BUS: 'Bus', MINI_BUS: 'Mini bus', VAN: 'Van', CAR: 'Car' } as const;

/** What a vehicle is, for its record and its commands. */
export const vehicleFields = {
  regNo: {
    ...text({
      label: 'Registration number',
      max: 20,
      search: true,
      help: 'As on the plate: MH 02 AB 1234, or 22 BH 1234 AA',
    }),
    sample: 'MH02AB1234',
    schema: z
      .string()
      .max(20, 'At most 20 characters')
      .transform(plateOf)
      .pipe(z.string().regex(PLATE, 'Enter a registration number like MH 02 AB 1234')),
  },
  name: text({
    label: 'Name',
    max: 40,
    optional: true,
    search: true,
    help: 'How people call it: Yellow bus',
  }),
  kind: choice({ label: 'Kind', options: vehicleKinds, filter: true }),
  make: text({ label: 'Make', max: 40 }),
  model: text({ label: 'Model', max: 40 }),
  fuel: choice({
    label: 'Fuel',
    options: { DIESEL: 'Diesel', PETROL: 'Petrol', CNG: 'CNG', ELECTRIC: 'Electric' },
  }),
  ownership: choice({ label: 'Ownership', options: { OWN: 'Own', VENDOR: 'Of a vendor' }, filter: true }),
  registeredSeats: integer({ label: 'Registered seats', min: 2, max: 70 }),
  childSeats: integer({ label: 'Seats for children', min: 1, max: 105 }),
  registeredOn: date({ label: 'Registered on' }),
  colour: text({ label: 'Colour', max: 30, optional: true }),
  chassisNo: text({ label: 'Chassis number', max: 30, optional: true }),
  engineNo: text({ label: 'Engine number', max: 30, optional: true }),
  hasCctv: boolean({ label: 'CCTV' }),
  hasSpeedGovernor: boolean({ label: 'Speed governor' }),
  hasFirstAid: boolean({ label: 'First-aid box' }),
  hasExtinguisher: boolean({ label: 'Fire extinguisher' }),
  photo: file({ label: 'Photo', accept: ['jpg', 'png'], optional: true, column: 'photo_id' }),
};
