export const contactStates = {
  NEW: 'New',
  LINKED: 'Known family',
  CREATED: 'Enquiry made',
  IGNORED: 'Ignored',
  BLOCKED: 'Blocked',
} as const;
export type ContactState = keyof typeof contactStates;
