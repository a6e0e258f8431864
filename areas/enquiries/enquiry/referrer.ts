// Who sent a family (enquiries.md 2.1, needsReferrer): a child of the centre stands for its family.
export const referrerKinds = ['STUDENT', 'STAFF'] as const;
export type ReferrerKind = (typeof referrerKinds)[number];
export const referrerAsked = [...referrerKinds, 'EITHER'] as const;
export type ReferrerAsked = (typeof referrerAsked)[number];

const BY_CHANNEL: Readonly<Record<string, ReferrerKind>> = {
  REFERRAL_PARENT: 'STUDENT',
  REFERRAL_STAFF: 'STAFF',
};

/** Whom an enquiry of this source must name. */
export const askedOf = (source: { needsReferrer: boolean; channel: string }): ReferrerAsked | null =>
  source.needsReferrer ? (BY_CHANNEL[source.channel] ?? 'EITHER') : null;
