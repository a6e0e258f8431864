import type { CaptureMode, PaymentRecord } from './book.ts';
import type { CardEntity, Notes, PaymentEntity, PaymentMethod } from './entities.ts';
import type { Simulation } from './simulation.ts';

export type PaymentDetails = {
  method?: PaymentMethod;
  vpa?: string;
  /** Card number; only its last four digits are kept. */
  cardNumber?: string;
  cardName?: string;
  /** Bank code of net banking, such as HDFC. */
  bank?: string;
  email?: string;
  contact?: string;
  description?: string;
  notes?: Notes;
};

export type NewPayment = PaymentDetails & {
  orderId: string;
  amount: number;
  currency: string;
  capture: CaptureMode;
};

const DEFAULT_VPA = 'success@razorpay';
const DEFAULT_CARD = '4100280000001007';

export function newPayment(sim: Simulation, facts: NewPayment): PaymentRecord {
  const method = facts.method ?? 'upi';
  const card = method === 'card' ? cardOf(sim, facts) : null;
  const vpa = method === 'upi' ? (facts.vpa ?? DEFAULT_VPA) : null;
  const wire: PaymentEntity = {
    id: sim.seeded.id('pay_'),
    entity: 'payment',
    amount: facts.amount,
    currency: facts.currency,
    base_amount: facts.amount,
    status: 'created',
    order_id: facts.orderId,
    invoice_id: null,
    international: false,
    method,
    amount_refunded: 0,
    amount_transferred: 0,
    refund_status: null,
    captured: false,
    description: facts.description ?? null,
    card_id: card?.id ?? null,
    ...(card === null ? {} : { card }),
    bank: method === 'netbanking' ? (facts.bank ?? 'HDFC') : null,
    wallet: null,
    vpa,
    email: facts.email ?? 'void@razorpay.com',
    contact: indianNumber(facts.contact ?? '9000000000'),
    customer_id: null,
    token_id: null,
    notes: facts.notes ?? [],
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: acquirerData(sim, method, false),
    ...(vpa === null ? {} : { upi: { payer_account_type: 'bank_account', vpa, flow: 'collect' as const } }),
    created_at: sim.agenda.unixSeconds(),
  };
  return {
    wire,
    capture: facts.capture,
    capturedAt: null,
    settlementId: null,
    late: false,
    refundIds: [],
    transferIds: [],
  };
}

/** The bank's own references; they are known only once the bank said yes. */
export function acquirerData(
  sim: Simulation,
  method: PaymentMethod,
  known: boolean,
): Record<string, string | null> {
  const reference = (length: number): string | null =>
    known ? sim.seeded.digits('bank-reference', length) : null;
  if (method === 'upi') {
    return {
      rrn: reference(12),
      upi_transaction_id: known ? sim.seeded.hex('upi-transaction', 32).toUpperCase() : null,
    };
  }
  return method === 'card' ? { auth_code: reference(6) } : { bank_transaction_id: reference(8) };
}

function cardOf(sim: Simulation, facts: NewPayment): CardEntity {
  const number = (facts.cardNumber ?? DEFAULT_CARD).replaceAll(/\D/g, '');
  return {
    id: sim.seeded.id('card_'),
    entity: 'card',
    name: facts.cardName ?? '',
    last4: number.slice(-4),
    network: cardNetwork(number),
    type: 'debit',
    issuer: 'HDFC',
    international: false,
    emi: false,
    sub_type: 'consumer',
    token_iin: null,
  };
}

function cardNetwork(number: string): string {
  if (number.startsWith('4')) return 'Visa';
  if (/^(60|65|81|82|508)/.test(number)) return 'RuPay';
  return /^5[1-5]/.test(number) ? 'MasterCard' : 'Unknown';
}

function indianNumber(contact: string): string {
  const digits = contact.replaceAll(/\D/g, '');
  return digits.length === 10 ? `+91${digits}` : `+${digits}`;
}
