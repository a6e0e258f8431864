import { fieldSetting } from '@aangan/contract/area.ts';
import { choice, integer } from '@aangan/contract/fields.ts';
import { settingForm } from '@aangan/contract/setting-form.ts';
import { servicesModules as m } from './modules.ts';

/** Rules of a network or centre for the way from approval to the first day (areas/services.md S8). */
export const servicesSettings = {
  activateOn: fieldSetting({
    key: 'activate_on',
    field: choice({
      label: 'A service becomes active',
      options: { FIRST_PAYMENT: 'With the first payment', APPROVAL: 'With the approval' },
    }),
    default: 'FIRST_PAYMENT',
  }),
  holdDays: fieldSetting({
    key: 'hold_days',
    field: integer({ label: 'A seat is held unpaid for (days)', min: 1, max: 30 }),
    default: 7,
  }),
  offerHours: fieldSetting({
    key: 'offer_h',
    field: integer({ label: 'A seat is offered to the wait list for (hours)', min: 1, max: 168 }),
    default: 48,
  }),
};

/** /services/list, tab Rules. */
export const serviceRules = settingForm({
  name: 'service-rules',
  title: 'Rules of services',
  area: 'services',
  module: m.services,
  settings: servicesSettings,
});
