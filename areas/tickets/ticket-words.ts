// Words and closed lists that matrix and tickets share.

/** In the specification's order and spelling. */
export const departments = [
  'CUSTOMER CARE',
  'OPERATION',
  'MARKETING',
  'FINANCE',
  'ACADEMICS',
  'TECH',
  'BUSINESS PARTNER',
  'PRODUCT',
  'LOGISTICS',
  'SUPPLY CHAIN',
  'BRANDING',
  'MANAGEMENT',
  'SALES AND ACQUISITION',
] as const;
export type Department = (typeof departments)[number];

export const priorityLabels = { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High', CRITICAL: 'Critical' } as const;
export type Priority = keyof typeof priorityLabels;

/** Working minutes a new row of a priority begins with: [first answer, resolution] (areas/README 5.6). */
export const usualMinutes: Readonly<Record<Priority, readonly [number, number]>> = {
  LOW: [480, 2400],
  MEDIUM: [240, 1440],
  HIGH: [120, 960],
  CRITICAL: [30, 240],
};

/** '45 min', '2 h', '6 h 12 min'. */
export function workingTime(minutes: number): string {
  const [h, min] = [Math.floor(minutes / 60), minutes % 60];
  return [h > 0 ? `${h} h` : '', min > 0 || h === 0 ? `${min} min` : ''].filter(Boolean).join(' ');
}
