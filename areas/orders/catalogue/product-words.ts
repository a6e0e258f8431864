/** Labels of the codes that records, lists and screens of the catalogue share. */
export const productKinds = {
  ITEM: 'Item',
  KIT: 'Packed kit',
  APPAREL_STYLE: 'Apparel style',
  APPAREL_SIZE: 'Apparel size',
} as const;
export const productCategories = {
  INDOOR: 'Indoor',
  OUTDOOR: 'Outdoor',
  FURNITURE: 'Furniture',
  IT: 'IT',
  SAFETY: 'Safety',
} as const;
export const productGenders = { BOTH: 'All children', MALE: 'Boys', FEMALE: 'Girls' } as const;
export type ProductKind = keyof typeof productKinds;
export type ProductCategory = keyof typeof productCategories;
export type ProductGender = keyof typeof productGenders;
