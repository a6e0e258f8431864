export const chequeLabels = {
  RECEIVED: 'In hand',
  DEPOSITED: 'At the bank',
  CLEARED: 'Cleared',
  BOOKED: 'Booked',
  RETURNED: 'Returned',
  HANDED_BACK: 'Handed back',
  REJECTED: 'Rejected',
} as const;
export type ChequeState = keyof typeof chequeLabels;

export const returnReasons = {
  FUNDS: 'Not enough money in the account',
  SIGNATURE: 'Signature differs',
  DATE: 'Date is wrong or too old',
  STOPPED: 'Payment stopped by the payer',
  ACCOUNT: 'Account closed or frozen',
  OTHER: 'Other reason of the bank',
} as const;

/** What may be done with a cheque while its payment waits for approval. */
export const chequeSteps: Readonly<
  Record<ChequeState, readonly ('deposit' | 'clear' | 'return' | 'handBack')[]>
> = {
  RECEIVED: ['deposit', 'handBack'],
  DEPOSITED: ['clear', 'return'],
  CLEARED: [],
  BOOKED: [],
  RETURNED: [],
  HANDED_BACK: [],
  REJECTED: [],
};
