import type { Screen } from '@aangan/contract/screens.ts';
import { auditsModules as m } from '../modules.ts';

// Who verifies opens the same screens as who uploads.
const both = [m.cctvDocUpload, m.cctvDocVerify];

export const cctvScreens = {
  '/cctvDocUpload/cctvDocUpload': { title: 'CCTV documents', module: both, write: true },
  '/cctvDocUpload/edit/{cctvDocId}': { title: 'CCTV document', module: both, write: true },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;
