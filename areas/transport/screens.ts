import { recordScreens, screens } from '@aangan/contract/screens.ts';
import { paperRecords } from './paper/paper-records.ts';
import { vehicle } from './vehicle/vehicle.record.ts';
import { vehicleSetting } from './vehicle/vehicle-setting.record.ts';

export const transportScreens = screens('transport', 'Transport', {}, [
  ...recordScreens(vehicle, { centre: true }),
  ...recordScreens(vehicleSetting, { centre: true }),
  ...Object.values(paperRecords).flatMap((one) => recordScreens(one, { centre: true })),
]);
