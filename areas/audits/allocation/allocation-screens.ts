import type { Screen } from '@aangan/contract/screens.ts';
import { auditsModules as m } from '../modules.ts';

const allocate = { module: m.AMSAllocation, write: true } as const;

export const allocationScreens = {
  '/amsv1/zm-allocation': { title: 'ZM allocation', ...allocate },
  '/amsv1/am-allocation': { title: 'AM allocation', ...allocate },
  '/amsv1/allocateCenter': { title: 'Allocate centres', ...allocate },
  '/ams/zm-allocation': { title: 'Zone managers', ...allocate },
  '/ams/am-allocation': { title: 'Academic managers', ...allocate },
  '/ams/addAM': { title: 'Add academic manager', ...allocate },
  '/ams/ams-center-allocation/{selectedZoneId}': { title: 'Centres of a zone', ...allocate },
  '/ams/edit/{zmMappingID}': { title: 'Allocation', ...allocate },
  '/ams/edit/{academicManagerID}': { title: 'Allocation', ...allocate },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;
