/** The keys of every test process: what one seals (the demo's template, a person's number) another opens. */
export const testKeys = { sealKey: '07'.repeat(32), signKey: '09'.repeat(32) } as const;
