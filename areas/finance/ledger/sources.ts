/** Every event that may post (finance.md 3.11, areas/README §4 15-16). A new event is a new row there and here. */
export const ledgerSources = [
  'plan.billed', 'concession.applied', 'reversal', 'form.billed', 'charge.billed',
  'payment.captured', 'payment.approved', 'advance.applied', 'allocation.undone',
  'cash.deposited', 'pos.settled', 'cheque.deposited', 'cheque.cleared', 'payment.bounced', 'bounce.charged', 'latefee.posted',
  'gateway.settled', 'route.transferred', 'royalty.frozen', 'royalty.invoiced', 'settlement.setoff',
  'payout.initiated', 'payout.paid', 'payout.returned', 'nodal.swept', 'franchisee.paid',
  'tds.deducted', 'tds.certified', 'note.student', 'note.franchisee',
  'refund.approved', 'refund.sent', 'refund.processed', 'chargeback.lost',
  'order.paid', 'order.advance-applied', 'order.refunded', 'order.invoiced', 'order.cost', 'order.replaced', 'order.sampled',
  'stock.received', 'stock.written-off', 'stock.counted', 'courier.claim-settled', 'supplier.paid',
  'student.moved', 'promotion', 'writeoff', 'suspense.credited', 'suspense.identified', 'opening', 'carry.recovered',
] as const;
export type LedgerSource = (typeof ledgerSources)[number];

const TITLES: Partial<Record<LedgerSource, string>> = {
  'plan.billed': 'Fees billed',
  'concession.applied': 'Concession',
  reversal: 'Correction',
  'form.billed': 'Form fee billed',
  'charge.billed': 'Charge',
  'payment.captured': 'Online payment',
  'payment.approved': 'Payment received',
  'advance.applied': 'Advance used',
  'allocation.undone': 'Payment freed',
  'payment.bounced': 'Cheque returned',
  'bounce.charged': 'Cheque return charge',
  'latefee.posted': 'Late fee',
  'royalty.frozen': 'Royalty',
  'royalty.invoiced': 'Royalty invoice',
  'note.student': 'Credit or debit note',
  'refund.approved': 'Refund approved',
  'refund.sent': 'Refund sent',
  opening: 'Opening balance',
};

/** What a statement calls an entry's source. */
export const sourceTitle = (source: string): string =>
  TITLES[source as LedgerSource] ?? `${source.charAt(0).toUpperCase()}${source.slice(1).replace(/[.-]/g, ' ')}`;
