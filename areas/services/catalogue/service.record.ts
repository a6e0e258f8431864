import {
  boolean,
  choice,
  choices,
  file,
  integer,
  longText,
  reference,
  text,
  time,
} from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { weekdayLabels } from '@aangan/contract/weekday.ts';
import { servicesModules as m } from '../modules.ts';
import { codeField } from './service-category.record.ts';
import { capacityModes, openTo } from './service-words.ts';

/** A product of the network or of one centre; where and when it is sold is its offering. */
export const service = record({
  name: 'service',
  title: 'Service',
  module: [m.services, m.ServiceType],
  scope: 'shared',
  screens: {},
  fields: {
    categoryId: reference('service-category', { label: 'Category', filter: true }),
    name: text({ label: 'Name', max: 80, search: true }),
    code: codeField('CAMP'),
    description: longText({ label: 'Description', max: 2000, optional: true }),
    ageFromMonths: integer({ label: 'From age (months)', min: 0, max: 240 }),
    ageToMonths: integer({ label: 'Below age (months)', min: 1, max: 240 }),
    weekdays: choices({ label: 'Days', options: weekdayLabels }),
    timeFrom: time({ label: 'From', optional: true }),
    timeTo: time({ label: 'To', optional: true }),
    capacityMode: choice({ label: 'Places', options: capacityModes }),
    openTo: choice({ label: 'Open to', options: openTo, filter: true }),
    noticeDays: integer({ label: 'Notice to stop (days)', min: 0, max: 120 }),
    pauseMinDays: integer({ label: 'Shortest pause (days)', min: 1, max: 120 }),
    includedMinutes: integer({ label: 'Included minutes a day', min: 1, max: 1440, optional: true }),
    photo: file({ label: 'Photo', accept: ['image/jpeg', 'image/png'], optional: true }),
    active: boolean({ label: 'Active', filter: true }),
  },
  check: (values) => {
    const wrong: Partial<Record<'ageToMonths' | 'timeTo' | 'weekdays', string>> = {};
    if ((values.ageToMonths ?? 0) <= (values.ageFromMonths ?? 0))
      wrong.ageToMonths = 'Must be above the first age';
    if (values.timeFrom && values.timeTo && values.timeTo <= values.timeFrom)
      wrong.timeTo = 'Must be after the start';
    if ((values.weekdays ?? []).length === 0) wrong.weekdays = 'Choose at least one day';
    return Object.keys(wrong).length === 0 || wrong;
  },
  label: 'name',
  list: { columns: ['categoryId', 'name', 'code', 'capacityMode', 'openTo', 'active'], sort: 'name' },
});
