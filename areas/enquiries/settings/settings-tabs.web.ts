// The tabs of the enquiry settings (/forms/settings/add). Each part of the area adds its own line; a tab is loaded when
// it is opened.
import { type ComponentType, lazy } from 'react';

export interface SettingsTab {
  /** In the address: `?tab=sources`. */
  value: string;
  label: string;
  Panel: ComponentType;
}

/** One tab; `load` gives its panel: `() => import('../allocation/rules-tab.tsx').then((file) => file.RulesTab)`. */
export const settingsTab = ({
  load,
  ...tab
}: Omit<SettingsTab, 'Panel'> & { load: () => Promise<ComponentType> }): SettingsTab => ({
  ...tab,
  Panel: lazy(() => load().then((Panel) => ({ default: Panel }))),
});

export const settingsTabs: readonly SettingsTab[] = [];
