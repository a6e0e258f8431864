import { choice, date, integerReference, text } from '@aangan/contract/fields.ts';
import { GST_STATES } from '@aangan/contract/india.ts';
import { record } from '@aangan/contract/record.ts';
import { auditsModules as m } from '../modules.ts';

/** /amsv1/uploadHoliday: days on which auditors do not travel. A centre's own closed days stand in its calendar. */
export const amsHoliday = record({
  name: 'ams-holiday',
  title: 'Holiday',
  module: m.AMSConfiguration,
  scope: 'network',
  screens: {},
  fields: {
    onDate: date({ label: 'Date', filter: 'range' }),
    name: text({ label: 'Name', max: 80, search: true }),
    level: choice({
      label: 'Level',
      options: { NATIONAL: 'National', STATE: 'State', CITY: 'City' },
      filter: true,
      help: 'Whole country, one state or one city',
    }),
    stateCode: choice({ label: 'State', options: GST_STATES, optional: true }),
    cityId: integerReference('city', { label: 'City', optional: true }),
  },
  check: ({ level, stateCode, cityId }) => {
    if (level === 'STATE' && stateCode == null) return { stateCode: 'Choose the state' };
    if (level === 'CITY' && cityId == null) return { cityId: 'Choose the city' };
    if (level !== 'STATE' && stateCode != null) return { stateCode: 'Only for a holiday of a state' };
    if (level !== 'CITY' && cityId != null) return { cityId: 'Only for a holiday of a city' };
    return true;
  },
  list: { columns: ['onDate', 'name', 'level', 'stateCode', 'cityId'], sort: 'onDate' },
  import: true,
});
