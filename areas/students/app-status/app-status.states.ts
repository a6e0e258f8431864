/** How a guardian stands to the app (areas/reports.md). */
export const appStates = {
  ACTIVE: 'Active',
  DORMANT: 'Dormant',
  INVITED: 'Invited',
  NOT_INVITED: 'Never invited',
  NO_MOBILE: 'No mobile',
  RESTRICTED: 'Restricted',
} as const;
export type AppState = keyof typeof appStates;

/** Days without a sign-in after which a guardian counts as dormant. */
export const DORMANT_DAYS = 30;
