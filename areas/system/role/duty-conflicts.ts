/** Change rights that should not be in one hand (system.md 11.3): who asks and who approves, who moves money and who keeps the accounts. */
export const dutyConflicts: readonly (readonly [string, string])[] = [
  ['feeConcession', 'StudentFeeConcessionApproval'],
  ['settlementTransfer', 'FeeTypeApproval'],
  ['Franchisee', 'royalty'],
];
