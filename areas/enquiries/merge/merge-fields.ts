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

/** The side proposed for an entry: what is there over what is not, then the longer text, then the one that stays. */
export function proposedSide(a: string | null, b: string | null): Side {
  if (a === null || a === '') return b === null || b === '' ? 'A' : 'B';
  if (b === null || b === '') return 'A';
  return b.length > a.length ? 'B' : 'A';
}
