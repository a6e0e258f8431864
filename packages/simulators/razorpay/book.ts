import type {
  OrderEntity,
  PaymentEntity,
  PaymentLinkEntity,
  RefundEntity,
  ReversalEntity,
  SettlementEntity,
  TransferEntity,
} from './entities.ts';

export type CaptureMode = 'auto' | 'manual';
export type PlannedTransfer = Pick<
  TransferEntity,
  'recipient' | 'amount' | 'notes' | 'linked_account_notes' | 'on_hold' | 'on_hold_until'
>;

export type OrderRecord = {
  wire: OrderEntity;
  partialPayment: boolean;
  firstPaymentMin: number | null;
  capture: CaptureMode | null;
  linkId: string | null;
  transfers: PlannedTransfer[];
  paymentIds: string[];
};

export type PaymentRecord = {
  wire: PaymentEntity;
  capture: CaptureMode;
  capturedAt: number | null;
  settlementId: string | null;
  /** The bank took the money although the payment failed: it is authorised later. */
  late: boolean;
  refundIds: string[];
  transferIds: string[];
};

export type RefundRecord = { wire: RefundEntity; settlementId: string | null };
export type LinkRecord = { wire: PaymentLinkEntity; orderId: string | null; shortCode: string };
export type TransferRecord = { wire: TransferEntity; paymentId: string | null; settlementId: string | null };
export type SettlementRecord = { wire: SettlementEntity; settledAt: number };
/** What an idempotency key stands for: the hash of its first request and the id of what came of it. */
export type KeyUse = { hash: string; id: string };

type Tables = {
  orders: Map<string, OrderRecord>;
  orderIdByReceipt: Map<string, string>;
  payments: Map<string, PaymentRecord>;
  refunds: Map<string, RefundRecord>;
  refundKeys: Map<string, KeyUse>;
  links: Map<string, LinkRecord>;
  linkIdByReference: Map<string, string>;
  linkIdByShortCode: Map<string, string>;
  transfers: Map<string, TransferRecord>;
  transferKeys: Map<string, KeyUse>;
  reversals: Map<string, ReversalEntity>;
  settlements: Map<string, SettlementRecord>;
};

export type SavedBook = {
  [Table in keyof Tables]: Array<Tables[Table] extends Map<string, infer Row> ? [string, Row] : never>;
};

/** Everything the provider knows, in memory. It is the provider's own book, to be compared with ours. */
export type Book = Tables;

export function saveBook(book: Book): SavedBook {
  return {
    orders: [...book.orders],
    orderIdByReceipt: [...book.orderIdByReceipt],
    payments: [...book.payments],
    refunds: [...book.refunds],
    refundKeys: [...book.refundKeys],
    links: [...book.links],
    linkIdByReference: [...book.linkIdByReference],
    linkIdByShortCode: [...book.linkIdByShortCode],
    transfers: [...book.transfers],
    transferKeys: [...book.transferKeys],
    reversals: [...book.reversals],
    settlements: [...book.settlements],
  };
}

/** The saved tables, or empty ones. */
export function restoreBook(saved: SavedBook | undefined): Book {
  return {
    orders: new Map(saved?.orders),
    orderIdByReceipt: new Map(saved?.orderIdByReceipt),
    payments: new Map(saved?.payments),
    refunds: new Map(saved?.refunds),
    refundKeys: new Map(saved?.refundKeys),
    links: new Map(saved?.links),
    linkIdByReference: new Map(saved?.linkIdByReference),
    linkIdByShortCode: new Map(saved?.linkIdByShortCode),
    transfers: new Map(saved?.transfers),
    transferKeys: new Map(saved?.transferKeys),
    reversals: new Map(saved?.reversals),
    settlements: new Map(saved?.settlements),
  };
}
