import type { AnyRecord } from '@aangan/contract/record.ts';
import type { PaperKindName } from '../vehicle/paper-kinds.ts';
import {
  vehicleFitness,
  vehicleInsurance,
  vehiclePermit,
  vehiclePollution,
  vehicleRoadTax,
} from './certificate.records.ts';
import {
  vehicleChallan,
  vehicleFuel,
  vehicleLoan,
  vehicleMaintenance,
  vehicleRepair,
} from './event.records.ts';

export const paperRecords = {
  INSURANCE: vehicleInsurance,
  PERMIT: vehiclePermit,
  FITNESS: vehicleFitness,
  POLLUTION: vehiclePollution,
  ROAD_TAX: vehicleRoadTax,
  REPAIR: vehicleRepair,
  MAINTENANCE: vehicleMaintenance,
  CHALLAN: vehicleChallan,
  LOAN: vehicleLoan,
  FUEL: vehicleFuel,
} as const satisfies Readonly<Record<PaperKindName, AnyRecord>>;
