import { fieldSetting } from '@aangan/contract/area.ts';
import { text } from '@aangan/contract/fields.ts';
import { settingForm } from '@aangan/contract/setting-form.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';

export const ordersSettings = {
  courierLogUrl: fieldSetting({
    key: 'courier_tracking_log_url',
    field: {
      ...text({
        label: 'Address of the courier’s log',
        max: 200,
        optional: true,
        help: 'The waybill number is put behind it. Empty: the address of the installation, where it has one',
      }),
      schema: z
        .string()
        .trim()
        .max(200)
        .regex(/^https:\/\/[^\s]+$/, 'Enter an address that begins with https://')
        .nullable(),
    },
    default: null,
  }),
};

/** /delivery/challan, Tracking: what holds for couriers. */
export const courierRules = settingForm({
  area: 'orders',
  name: 'courier-rules',
  title: 'Couriers',
  module: m.deliveryChallan,
  settings: { courierLogUrl: ordersSettings.courierLogUrl },
});
