export const families = { CENTRE_HEAD: 'Centre head', AMS: 'AMS', GENERAL: 'General' } as const;
export const subjects = { CENTRE: 'The centre', TEACHER: 'A teacher', SECTION: 'A section' } as const;
export const conductors = { CENTRE: 'The centre', NETWORK: 'The network' } as const;
export const responses = { YES_NO_NA: 'Yes, no, not applicable', SCALE: '0 to 5' } as const;
export const photoRules = { NEVER: 'Never', NO: 'When the answer is no', ALWAYS: 'Always' } as const;
export const owners = { CENTRE: 'The centre', TEACHER: 'The teacher', HEAD_OFFICE: 'Head office' } as const;
export const severities = { MINOR: 'Minor', MAJOR: 'Major', CRITICAL: 'Critical' } as const;

/** Academic audits stand under /audit, general ones under /general-audit. */
export type Side = 'academic' | 'general';
export const sideOf = (family: keyof typeof families): Side =>
  family === 'GENERAL' ? 'general' : 'academic';
