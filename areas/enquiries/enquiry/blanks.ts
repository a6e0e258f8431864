/** What can be blank of an enquiry, and filled by a later arrival. */
export const blanks = [
  'child_first_name',
  'child_last_name',
  'child_dob',
  'child_gender',
  'class_id',
  'programme',
  'session_wish',
  'email_norm',
  'pincode',
] as const;
export type Blank = (typeof blanks)[number];

/** A blank that an arrival filled, or a number that its family got. */
export type Filled = Blank | 'mobile' | 'alternate_mobile';
