/** Network sources that code itself names (seeded by migration 0401). */
export const sourceIds = {
  walkIn: '04000000-0000-7000-8000-000000000001',
  website: '04000000-0000-7000-8000-000000000003',
  qr: '04000000-0000-7000-8000-000000000004',
} as const;
