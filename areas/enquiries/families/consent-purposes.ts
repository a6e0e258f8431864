/** Ways a family may have said no to; the others are asked of children and students. */
const purposes = [
  'CONTACT_NOTICE',
  'MESSAGES_SMS',
  'MESSAGES_EMAIL',
  'MESSAGES_WHATSAPP',
  'MESSAGES_MARKETING',
] as const;
export type ConsentPurpose = (typeof purposes)[number];

/** What was refused or taken back. */
export const purposesOf = (states: readonly { purpose: string; allowed: boolean }[]): ConsentPurpose[] =>
  purposes.filter((purpose) => states.some((state) => state.purpose === purpose && !state.allowed));
