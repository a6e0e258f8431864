import { onDevice } from './offline.ts';
import type { AreaStore } from './offline-database.ts';

/** Evidence that nobody else has until it is sent (`auditOp`, `auditBlob`, `scanQueue`) stays, sealed (areas/README §2.1). */
const FORGOTTEN: readonly AreaStore[] = [
  'formDraft',
  'todayRoster',
  'packFile',
  'auditPack',
  'cartMeta',
  'tripRoster',
];

/** What goes with an explicit sign-out of what areas keep on this device. */
export const forgetAreaRows = (): Promise<void> =>
  onDevice(undefined, async ({ ofArea }) => {
    await Promise.all(FORGOTTEN.map((store) => ofArea(store).clear()));
  });
