import {
  boolean,
  choice,
  date,
  file,
  integer,
  longText,
  money,
  percent,
  phone,
  reference,
  text,
  time,
} from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';

/** A record with most field kinds, for looking at the generic screens. */
export const galleryVehicle = record({
  name: 'gallery-vehicle',
  title: 'Vehicle',
  module: '@signed-in',
  scope: 'centre',
  screens: {
    list: '/vehicles',
    add: '/vehicles/add',
    edit: '/vehicles/edit/{vehicleID}',
    view: '/vehicles/view/{vehicleID}',
  },
  fields: {
    regNo: text({
      label: 'Registration number',
      max: 20,
      search: true,
      help: 'As on the plate, e.g. MH 02 AB 1234',
    }),
    kind: choice({ label: 'Kind', options: { BUS: 'Bus', VAN: 'Van', CAR: 'Car' }, filter: true }),
    status: choice({
      label: 'Status',
      options: { ACTIVE: 'Active', PAUSED: 'In repair', ENDED: 'Sold' },
      filter: true,
    }),
    routeId: reference('gallery-route', { label: 'Route', filter: true, optional: true }),
    seats: integer({ label: 'Seats', min: 1, max: 60 }),
    insuredTo: date({ label: 'Insured until', filter: 'range' }),
    premium: money({ label: 'Premium' }),
    share: percent({ label: 'Centre’s share', optional: true }),
    driverPhone: phone({ label: 'Driver’s mobile' }),
    startsAt: time({ label: 'Morning start' }),
    gps: boolean({ label: 'Has a GPS tracker', filter: true }),
    paper: file({ label: 'Registration paper', accept: ['pdf', 'jpg'], optional: true }),
    note: longText({ label: 'Note', max: 500, optional: true }),
  },
  list: {
    columns: ['regNo', 'kind', 'routeId', 'status', 'driverPhone', 'insuredTo', 'premium'],
    sort: 'regNo',
  },
  import: true,
});
