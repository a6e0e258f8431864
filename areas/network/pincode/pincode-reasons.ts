/** Why a centre answers for a pincode, in words. */
export const reasons = {
  EXCLUSIVE: { tone: 'success', text: 'Exclusive' },
  TERRITORY: { tone: 'success', text: 'Serves this pincode' },
  NEAR: { tone: 'info', text: 'Near' },
  HEAD_OFFICE: { tone: 'neutral', text: 'No centre yet' },
} as const;
