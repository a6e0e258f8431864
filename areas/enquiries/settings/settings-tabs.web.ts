// The tabs of the enquiry settings (/forms/settings/add). Each part of the area adds its own line; a tab is loaded when
// it is opened.
import { type ComponentType, lazy } from 'react';

interface SettingsTab {
  /** In the address: `?tab=sources`. */
  value: string;
  label: string;
  Panel: ComponentType;
}

/** One tab; `load` gives its panel: `() => import('../allocation/rules-tab.tsx').then((file) => file.RulesTab)`. */
const settingsTab = ({
  load,
  ...tab
}: Omit<SettingsTab, 'Panel'> & { load: () => Promise<ComponentType> }): SettingsTab => ({
  ...tab,
  Panel: lazy(() => load().then((Panel) => ({ default: Panel }))),
});

export const settingsTabs: readonly SettingsTab[] = [
  settingsTab({
    value: 'stages',
    label: 'Stages',
    load: () => import('./stages-tab.tsx').then((file) => file.StagesTab),
  }),
  settingsTab({
    value: 'sub-statuses',
    label: 'Sub-statuses',
    load: () => import('./record-tabs.tsx').then((file) => file.SubStatusesTab),
  }),
  settingsTab({
    value: 'lost-reasons',
    label: 'Lost reasons',
    load: () => import('./record-tabs.tsx').then((file) => file.LostReasonsTab),
  }),
  settingsTab({
    value: 'sources',
    label: 'Sources',
    load: () => import('./record-tabs.tsx').then((file) => file.SourcesTab),
  }),
  settingsTab({
    value: 'spend',
    label: 'Spend',
    load: () => import('../dashboard/spend-tab.tsx').then((file) => file.SpendTab),
  }),
  settingsTab({
    value: 'allocation',
    label: 'Allocation rules',
    load: () => import('../allocation/rules-tab.tsx').then((file) => file.RulesTab),
  }),
  settingsTab({
    value: 'cover',
    label: 'Cover',
    load: () => import('../allocation/cover-tab.tsx').then((file) => file.CoverTab),
  }),
  settingsTab({
    value: 'first-answer',
    label: 'SLA and calendar',
    load: () => import('../sla/first-answer-tab.tsx').then((file) => file.FirstAnswerTab),
  }),
  settingsTab({
    value: 'cadence',
    label: 'Cadence and limits',
    load: () => import('./cadence-tab.tsx').then((file) => file.CadenceTab),
  }),
  settingsTab({
    value: 'programmes',
    label: 'Programmes',
    load: () => import('./programmes-tab.tsx').then((file) => file.ProgrammesTab),
  }),
  settingsTab({
    value: 'messages',
    label: 'Messages',
    load: () => import('../messages/message-texts-tab.tsx').then((file) => file.MessageTextsTab),
  }),
  settingsTab({
    value: 'public-form',
    label: 'Public form',
    load: () => import('./public-form-tab.tsx').then((file) => file.PublicFormTab),
  }),
  settingsTab({
    value: 'privacy',
    label: 'Privacy',
    load: () => import('./privacy-tab.tsx').then((file) => file.PrivacyTab),
  }),
  settingsTab({
    value: 'holidays',
    label: 'Holidays',
    load: () => import('../follow-up/holidays-tab.tsx').then((file) => file.HolidaysTab),
  }),
];
