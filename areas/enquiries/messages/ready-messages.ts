/** Kinds of `visit-messages.ts` that people send by hand. */
export const readyMessages = [
  'enquiries.could-not-reach',
  'enquiries.details',
  'enquiries.invite',
  'enquiries.visit',
  'enquiries.thanks',
] as const;
export type ReadyMessage = (typeof readyMessages)[number];

export const readyLabels: Readonly<Record<ReadyMessage, string>> = {
  'enquiries.could-not-reach': 'We tried to call',
  'enquiries.details': 'After a talk',
  'enquiries.invite': 'Come and see us',
  'enquiries.visit': 'Time of the visit',
  'enquiries.thanks': 'Thanks for the visit',
};

export const readyLabel = (template: string): string =>
  Object.entries(readyLabels).find(([key]) => key === template)?.[1] ?? template;
