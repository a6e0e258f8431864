// The entries of an enquiry that a person chooses between when two are one child.
export const mergeFields = {
  childFirstName: 'First name',
  childLastName: 'Last name',
  childDob: 'Date of birth',
  childGender: 'Gender',
  classId: 'Class',
  programme: 'Programme',
  guardianName: 'Parent',
  guardianRelation: 'Relation',
  mobile: 'Mobile',
  email: 'E-mail',
  pincode: 'Pincode',
  temperature: 'Temperature',
  ownerId: 'Owner',
} as const;
export type MergeField = keyof typeof mergeFields;
export const mergeFieldNames = Object.keys(mergeFields) as [MergeField, ...MergeField[]];

/** A stays, B goes under it. */
export type Side = 'A' | 'B';

/** Written by people: the longer one says more. The length of a code, a date or a number says nothing. */
const written: ReadonlySet<MergeField> = new Set(['childFirstName', 'childLastName', 'guardianName']);

/** The side proposed for an entry: what is there over what is not, then the longer name, then the one that stays. */
export function proposedSide(field: MergeField, a: string | null, b: string | null): Side {
  if (!a || !b) return b && !a ? 'B' : 'A';
  return written.has(field) && b.length > a.length ? 'B' : 'A';
}
