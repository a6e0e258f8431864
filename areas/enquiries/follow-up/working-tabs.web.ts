// The tabs at the right of the working screen. Each part of the area adds its own line; a tab is loaded when it is
// opened and listed only while `shown` says that it has something real for this enquiry.
import { type ComponentType, lazy } from 'react';
import { enquiryModules } from '../modules.ts';
import type { WorkingEnquiry, WorkingTabProps } from './working-enquiry.ts';

interface WorkingTab {
  value: string;
  label: string;
  /** `holds(module, write?)` is the session's. */
  shown: (enquiry: WorkingEnquiry, holds: (module: string, write?: boolean) => boolean) => boolean;
  Panel: ComponentType<WorkingTabProps>;
}

/** One tab; `load` gives its panel: `() => import('../merge/duplicates-tab.tsx').then((m) => m.DuplicatesTab)`. */
const workingTab = ({
  load,
  ...tab
}: Omit<WorkingTab, 'Panel'> & { load: () => Promise<ComponentType<WorkingTabProps>> }): WorkingTab => ({
  ...tab,
  Panel: lazy(() => load().then((Panel) => ({ default: Panel }))),
});

export const workingTabs: readonly WorkingTab[] = [
  workingTab({
    value: 'family',
    label: 'Family',
    shown: () => true,
    load: () => import('./family-tab.tsx').then((file) => file.FamilyTab),
  }),
  workingTab({
    value: 'stages',
    label: 'Stages',
    shown: () => true,
    load: () => import('../pipeline/stages-of-enquiry-tab.tsx').then((file) => file.StagesOfEnquiryTab),
  }),
  workingTab({
    value: 'duplicates',
    label: 'Duplicates',
    shown: (enquiry) => enquiry.possibleDuplicates.length > 0 || enquiry.merges.length > 0,
    load: () => import('../merge/alike-list.tsx').then((file) => file.AlikeList),
  }),
  workingTab({
    value: 'seats',
    label: 'Seats',
    shown: (enquiry) => enquiry.can['log'] === true,
    load: () => import('./seats-tab.tsx').then((file) => file.SeatsTab),
  }),
  workingTab({
    value: 'messages',
    label: 'Messages',
    shown: () => true,
    load: () => import('./messages-tab.tsx').then((file) => file.MessagesTab),
  }),
  workingTab({
    value: 'consents',
    label: 'Consents',
    shown: () => true,
    load: () => import('./consents-tab.tsx').then((file) => file.ConsentsTab),
  }),
  workingTab({
    value: 'audit',
    label: 'Audit',
    shown: (_, holds) => holds(enquiryModules.enquiry),
    load: () => import('./history-tab.tsx').then((file) => file.HistoryTab),
  }),
  workingTab({
    value: 'allocation',
    label: 'Allocation',
    shown: () => true,
    load: () => import('../allocation/allocation-why.tsx').then((file) => file.AllocationWhy),
  }),
];
