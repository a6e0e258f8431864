import { mappedTypeNames, uniformKit } from '../kit-types.ts';

/** What a mapping is for: every kit type without a mapping of its own, or one of them. */
export const mappedFor = {
  ALL: 'All kit types',
  ...mappedTypeNames,
  [uniformKit.id]: uniformKit.name,
} as const;
export type MappedFor = keyof typeof mappedFor;
