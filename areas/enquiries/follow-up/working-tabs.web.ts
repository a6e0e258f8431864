// The tabs at the right of the working screen. Each part of the area adds its own line; a tab is loaded when it is
// opened and listed only while `shown` says that it has something real for this enquiry.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { type ComponentType, lazy } from 'react';
import type { enquiryContract } from '../enquiry/enquiry.contract.ts';

export type WorkingEnquiry = OutputOf<typeof enquiryContract.get>;
export interface WorkingTabProps {
  enquiry: WorkingEnquiry;
}

export interface WorkingTab {
  value: string;
  label: string;
  /** `holds(module, write?)` is the session's. */
  shown: (enquiry: WorkingEnquiry, holds: (module: string, write?: boolean) => boolean) => boolean;
  Panel: ComponentType<WorkingTabProps>;
}

/** One tab; `load` gives its panel: `() => import('../merge/duplicates-tab.tsx').then((m) => m.DuplicatesTab)`. */
export const workingTab = ({
  load,
  ...tab
}: Omit<WorkingTab, 'Panel'> & { load: () => Promise<ComponentType<WorkingTabProps>> }): WorkingTab => ({
  ...tab,
  Panel: lazy(() => load().then((Panel) => ({ default: Panel }))),
});

export const workingTabs: readonly WorkingTab[] = [];
