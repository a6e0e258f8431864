// The customer's nine kit types in their order, to the letter (specification: slug, name, id, alternate id).

/** What one mapping of a type is for. */
export type MappedBy = 'CLASS' | 'SAMPLE' | 'PRODUCT';

export interface KitType {
  readonly slug: string;
  readonly name: string;
  readonly id: string;
  readonly alternate: string | null;
  /** Off: the type has no products of its own and does not appear on mapping screens. */
  readonly mapping: boolean;
  readonly mappedBy: MappedBy | null;
  /** Of mapping codes and SKUs. */
  readonly short: string;
}

const kitType = (
  slug: string,
  name: string,
  id: string,
  more: Partial<KitType> & Pick<KitType, 'short'>,
): KitType => ({ slug, name, id, alternate: null, mapping: true, mappedBy: 'CLASS', ...more });
const unmapped = { mapping: false, mappedBy: null } as const;

export const kitTypes: readonly KitType[] = [
  kitType('curriculum-kit-1', 'Curriculum Kit 1', 'CURRICULUM_KIT_1', {
    alternate: 'STUDENT_KIT_1',
    short: 'CK1',
  }),
  kitType('intelli-kit', 'Intelli Kit', 'INTELLI_KIT', { short: 'INT' }),
  kitType('bridge-kit', 'Bridge Kit', 'BRIDGE_KIT', { short: 'BRG' }),
  kitType('gift-box', 'Admission Kit', 'GIFT_BOX', { short: 'GFT' }),
  kitType('sample-kit', 'Sample Kit', 'SAMPLE_KIT', { mappedBy: 'SAMPLE', short: 'SMP' }),
  kitType('damage-missing-kit', 'Damage/Missing Kit', 'DAMAGED_PRODUCTS_KIT', { ...unmapped, short: 'DMG' }),
  kitType('wow-kit', 'WOW Kit', 'WOW_KIT', { mappedBy: 'PRODUCT', short: 'WOW' }),
  kitType('re-ordered', 'Re-Ordered', 'RE_ORDERED', { ...unmapped, short: 'REO' }),
  kitType('curriculum-kit-2', 'Curriculum Kit 2', 'CURRICULUM_KIT_2', {
    alternate: 'STUDENT_KIT_2',
    short: 'CK2',
  }),
];

/** Of order history only: uniforms have indents, and no kit type of their own (decision 3). */
export const uniformKit = { slug: 'uniform-kit', name: 'Uniform Kit', id: 'UNIFORM_KIT' } as const;

export const kitTypeOfSlug = (slug: string | undefined): KitType | undefined =>
  kitTypes.find((one) => one.slug === slug);
/** By id or alternate id; what is stored is the id. */
export const kitTypeOfId = (id: string): KitType | undefined =>
  kitTypes.find((one) => one.id === id || one.alternate === id);

export const kitTypeNames: Readonly<Record<string, string>> = Object.fromEntries(
  kitTypes.map(({ id, name }) => [id, name]),
);
export type MappedKitType =
  | 'CURRICULUM_KIT_1'
  | 'INTELLI_KIT'
  | 'BRIDGE_KIT'
  | 'GIFT_BOX'
  | 'SAMPLE_KIT'
  | 'WOW_KIT'
  | 'CURRICULUM_KIT_2';
export type MappedType = KitType & { readonly id: MappedKitType };
export const isMapped = (type: KitType | undefined): type is MappedType => type?.mapping === true;
export const mappedTypes = kitTypes.filter(isMapped);
/** The same as words of the type; the table's CHECK names them too. */
export const mappedTypeIds = mappedTypes.map(({ id }) => id) as [MappedKitType, ...MappedKitType[]];
export const mappedTypeNames = Object.fromEntries(mappedTypes.map(({ id, name }) => [id, name])) as Record<
  MappedKitType,
  string
>;

/** Types whose unit is one child's right; the others are a centre's. */
export const childTypes: readonly string[] = [
  'CURRICULUM_KIT_1',
  'INTELLI_KIT',
  'BRIDGE_KIT',
  'GIFT_BOX',
  'CURRICULUM_KIT_2',
];

export const sampleCategories = {
  STUDENT_KIT: 'Student Sample KIT',
  UNIFORM_KIT: 'Student Uniform Sample KIT',
} as const;
