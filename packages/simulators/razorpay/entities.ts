/** The JSON shapes of the Razorpay API (integrations.md 1.1–1.9). Money in paise, times in unix seconds. */

/** No notes at all are written as an empty list, not as an empty object. */
export type Notes = Record<string, string> | never[];

export type OrderEntity = {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  offer_id: null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  created_at: number;
};

export type PaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
export type PaymentMethod = 'upi' | 'card' | 'netbanking';

export type CardEntity = {
  id: string;
  entity: 'card';
  name: string;
  last4: string;
  network: string;
  type: 'debit' | 'credit';
  issuer: string | null;
  international: boolean;
  emi: boolean;
  sub_type: string;
  token_iin: null;
};

export type PaymentEntity = {
  id: string;
  entity: 'payment';
  amount: number;
  currency: string;
  base_amount: number;
  status: PaymentStatus;
  order_id: string;
  invoice_id: null;
  international: boolean;
  method: PaymentMethod;
  amount_refunded: number;
  amount_transferred: number;
  refund_status: null | 'partial' | 'full';
  captured: boolean;
  description: string | null;
  card_id: string | null;
  card?: CardEntity;
  bank: string | null;
  wallet: null;
  vpa: string | null;
  email: string;
  contact: string;
  customer_id: null;
  token_id: null;
  notes: Notes;
  /** What the gateway keeps, GST included; null until captured. */
  fee: number | null;
  /** The GST inside `fee`; null until captured. */
  tax: number | null;
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
  acquirer_data: Record<string, string | null>;
  upi?: { payer_account_type: string; vpa: string; flow: 'collect' | 'intent' };
  created_at: number;
};

export type RefundEntity = {
  id: string;
  entity: 'refund';
  amount: number;
  currency: string;
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  acquirer_data: Record<string, string | null>;
  created_at: number;
  batch_id: null;
  status: 'pending' | 'processed' | 'failed';
  speed_requested: 'normal' | 'optimum';
  speed_processed: 'normal' | 'instant';
};

export type LinkPayment = {
  amount: number;
  created_at: number;
  method: PaymentMethod;
  payment_id: string;
  plink_id: string;
  status: 'captured';
  updated_at: number;
};

export type LinkStatus = 'created' | 'partially_paid' | 'paid' | 'expired' | 'cancelled';

export type PaymentLinkEntity = {
  id: string;
  accept_partial: boolean;
  amount: number;
  amount_paid: number;
  callback_method: string;
  callback_url: string;
  cancelled_at: number;
  created_at: number;
  currency: string;
  customer: { name?: string; email?: string; contact?: string };
  description: string;
  expire_by: number;
  expired_at: number;
  first_min_partial_amount: number;
  notes: Notes | null;
  notify: { email: boolean; sms: boolean };
  payments: LinkPayment[] | null;
  reference_id: string;
  reminder_enable: boolean;
  reminders: never[];
  short_url: string;
  status: LinkStatus;
  updated_at: number;
  upi_link: boolean;
  user_id: string;
  /** Only in webhooks: the order behind the link, once somebody opened it. */
  order_id?: string;
};

export type TransferStatus =
  | 'created'
  | 'pending'
  | 'processed'
  | 'failed'
  | 'reversed'
  | 'partially_reversed';

export type TransferEntity = {
  id: string;
  entity: 'transfer';
  status: TransferStatus;
  settlement_status: null | 'pending' | 'on_hold' | 'settled';
  source: string;
  recipient: string;
  amount: number;
  currency: string;
  amount_reversed: number;
  fees: number;
  tax: number;
  notes: Notes;
  linked_account_notes: string[];
  on_hold: boolean;
  on_hold_until: number | null;
  recipient_settlement_id: string | null;
  created_at: number;
  processed_at: number | null;
  error: {
    code: string | null;
    description: string | null;
    reason: string | null;
    field: null;
    step: null;
    id: string;
    source: null;
    metadata: null;
  };
};

export type ReversalEntity = {
  id: string;
  entity: 'reversal';
  transfer_id: string;
  amount: number;
  fee: number;
  tax: number;
  currency: string;
  notes: Notes;
  initiator_id: string;
  customer_refund_id: string | null;
  created_at: number;
};

export type SettlementEntity = {
  id: string;
  entity: 'settlement';
  amount: number;
  status: 'created' | 'processed' | 'failed';
  fees: number;
  tax: number;
  utr: string;
  created_at: number;
};

export type Collection<Item> = { entity: 'collection'; count: number; items: Item[] };

/** One row of `GET /settlements/recon/combined`. */
export type ReconItem = {
  entity_id: string;
  type: 'payment' | 'refund' | 'transfer' | 'adjustment';
  debit: number;
  credit: number;
  amount: number;
  currency: string;
  fee: number;
  tax: number;
  on_hold: boolean;
  settled: boolean;
  created_at: number;
  settled_at: number | null;
  settlement_id: string | null;
  posted_at: number | null;
  credit_type: 'default';
  description: string | null;
  /** A JSON text here, not an object. */
  notes: string;
  payment_id: string | null;
  settlement_utr: string | null;
  order_id: string | null;
  order_receipt: string | null;
  method: string | null;
  card_network: string | null;
  card_issuer: string | null;
  card_type: string | null;
  dispute_id: null;
};

/** What checkout hands to the page's `handler`. */
export type CheckoutSuccess = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

/** What `on('payment.failed')` hears, and the body of an API error. */
export type ErrorDetail = {
  code: string;
  description: string;
  source: string;
  step: string;
  reason: string;
  metadata: { payment_id?: string; order_id?: string };
  field?: string | null;
};
