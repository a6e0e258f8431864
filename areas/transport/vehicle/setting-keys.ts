// The closed list of vehicle settings (areas/transport.md 3.9). A safety key says which way is stricter: there a centre may only
// go further than the network.
interface Base {
  readonly label: string;
  readonly group: 'Papers' | 'Trips' | 'Safety' | 'Families and data';
  readonly stricter?: 'LOWER' | 'HIGHER' | 'ON';
}
export interface NumberKey extends Base {
  readonly kind: 'NUMBER';
  readonly unit: string;
  readonly start: number;
  readonly min: number;
  readonly max: number;
}
export interface SwitchKey extends Base {
  readonly kind: 'SWITCH';
  readonly start: boolean;
}
export type SettingKey = NumberKey | SwitchKey;

/** Of a per cent, as every share in the product is kept; shown as a per cent. */
export const HUNDREDTHS = 'hundredths of a per cent';

const number = (
  group: Base['group'],
  label: string,
  unit: string,
  [start, min, max]: readonly [number, number, number],
  stricter?: 'LOWER' | 'HIGHER',
): NumberKey => ({ kind: 'NUMBER', group, label, unit, start, min, max, ...(stricter ? { stricter } : {}) });
const onOff = (group: Base['group'], label: string, start: boolean, stricter?: 'ON'): SwitchKey => ({
  kind: 'SWITCH',
  group,
  label,
  start,
  ...(stricter ? { stricter } : {}),
});

// biome-ignore format: a table
export const settingKeys = {
  due_soon_days: number('Papers', 'A paper is due soon', 'days before', [30, 15, 90]),
  due_soon_km: number('Papers', 'Maintenance is due soon', 'km before', [500, 100, 2000]),
  child_seat_factor_bp: number('Safety', 'Children on a registered seat', HUNDREDTHS, [10_000, 5_000, 15_000], 'LOWER'),
  driver_min_years: number('Safety', 'Experience of drivers', 'years', [5, 0, 20], 'HIGHER'),
  overspeed_kmh: number('Safety', 'Overspeed above', 'km/h', [40, 20, 40], 'LOWER'),
  check_min: number('Safety', 'Check of the empty vehicle within', 'minutes', [5, 2, 10], 'LOWER'),
  class_alarm_min: number('Safety', 'Alarm when a child is not in class after', 'minutes', [15, 5, 30], 'LOWER'),
  not_started_min: number('Safety', 'Alarm when a trip has not started after', 'minutes', [10, 5, 30], 'LOWER'),
  gps_silent_min: number('Safety', 'Alarm when no position came for', 'minutes', [5, 2, 15], 'LOWER'),
  require_check_photo: onOff('Safety', 'A photo of the empty vehicle is needed', true, 'ON'),
  require_attendant: onOff('Safety', 'An attendant must ride along', true, 'ON'),
  stop_radius_m: number('Trips', 'A stop is reached within', 'metres', [100, 30, 500]),
  off_route_m: number('Trips', 'Off the route beyond', 'metres', [250, 100, 500]),
  late_min: number('Trips', 'A trip is late after', 'minutes', [10, 5, 20]),
  position_interval_s: number('Trips', 'A position every', 'seconds', [10, 5, 30]),
  wait_at_stop_s: number('Trips', 'Wait at a stop', 'seconds', [120, 60, 300]),
  max_ride_min: number('Trips', 'Longest ride of a child', 'minutes', [45, 15, 120]),
  gate_scan: onOff('Trips', 'Cards are scanned at the gate', true),
  fare_required: onOff('Trips', 'A seat needs an approved transport service', true),
  excuse_cutoff_min: number('Families and data', 'Families may excuse a child until', 'minutes before the stop', [40, 10, 180]),
  parent_live_map: onOff('Families and data', 'Families see the bus on a map', true),
  location_retention_days: number('Families and data', 'Tracks are kept', 'days', [30, 7, 90], 'LOWER'),
  scan_retention_days: number('Families and data', 'Scans are kept', 'days', [1095, 365, 3650]),
} as const satisfies Readonly<Record<string, SettingKey>>;

export type SettingName = keyof typeof settingKeys;
export const settingNames = Object.keys(settingKeys) as SettingName[];
export type SettingValue<K extends SettingName> = (typeof settingKeys)[K] extends NumberKey
  ? number
  : boolean;
/** As a choice: name and words. */
export const settingLabels = Object.fromEntries(
  settingNames.map((name) => [name, settingKeys[name].label]),
) as Record<SettingName, string>;

/** The stored text as its value; null for what the key does not take. */
export function readSettingText(name: SettingName, text: string): number | boolean | null {
  const key: SettingKey = settingKeys[name];
  if (key.kind === 'SWITCH') return text === 'on' ? true : text === 'off' ? false : null;
  if (!/^\d{1,7}$/.test(text)) return null;
  const value = Number(text);
  return value >= key.min && value <= key.max ? value : null;
}

const unitOf = ({ unit }: NumberKey): string => (unit === HUNDREDTHS ? '%' : unit);
const shown = ({ unit }: NumberKey, value: number): string =>
  (unit === HUNDREDTHS ? value / 100 : value).toLocaleString('en-IN');

/** "2 to 10 minutes", "on or off"; for a centre's safety key no further than the network's value. */
export function settingBounds(name: SettingName, network: number | boolean | null): string {
  const key: SettingKey = settingKeys[name];
  if (key.kind === 'SWITCH') return key.stricter && network === true ? 'Only on' : 'On or off';
  const low = key.stricter === 'HIGHER' && typeof network === 'number' ? network : key.min;
  const high = key.stricter === 'LOWER' && typeof network === 'number' ? network : key.max;
  return `${shown(key, low)} to ${shown(key, high)} ${unitOf(key)}`;
}

/** A centre's own value of a safety key must be as strict as the network's, or stricter. */
export function isAsStrict(name: SettingName, value: number | boolean, network: number | boolean): boolean {
  const { stricter }: SettingKey = settingKeys[name];
  if (stricter === 'LOWER') return value <= network;
  if (stricter === 'HIGHER') return value >= network;
  return stricter === 'ON' ? value === true || network === false : true;
}

export const settingText = (name: SettingName, value: number | boolean): string => {
  const key: SettingKey = settingKeys[name];
  if (key.kind === 'SWITCH') return value ? 'On' : 'Off';
  return `${shown(key, Number(value))} ${unitOf(key)}`;
};
