// Purposes are a registry (finance.md D6): finance calls what an area registered, inside its own transaction, and
// imports no caller.
import type { Db } from '@aangan/server/work/unit-of-work.ts';

export type PurposeName = 'FORM_FEE' | 'FEE' | 'SERVICE' | 'KIT_ORDER' | 'FRANCHISEE_DUE';

export interface PurposeEvent {
  subjectId: string;
  paymentId: string;
  /** ISO instant. */
  at: string;
}

/** What a counter may take for a subject. */
export interface CounterDue {
  feeAccountId: string;
  referenceType: string;
  subjectKind: string;
  /** Paise; 0 when nothing is due. */
  amount: number;
}

/** A form as its counter shows it. */
export interface CounterForm {
  kind: 'APPLICATION' | 'REGISTRATION' | 'ADMISSION';
  franchiseeId: number;
  child: string;
  payerName: string;
  number: string | null;
  /** The form's state in words. */
  state: string;
  /** Paise of the fee, and what of it may be taken now. */
  fee: number;
  due: number;
  /** Where the fees of the plan are taken, once there is an admission. */
  studentAdmissionId: string | null;
}

export interface PaymentPurpose {
  describe(db: Db, subjectId: string): Promise<{ label: string; reference: string } | null>;
  /** Paise that may be paid now. */
  amountDue(db: Db, subjectId: string): Promise<number>;
  /** Where the money of this subject goes when it is taken at the counter; its row is locked. Null: no such subject. */
  counter?(db: Db, subjectId: string): Promise<CounterDue | null>;
  /** What a counter shows of it; nothing is locked. Null: no such subject. */
  form?(db: Db, subjectId: string): Promise<CounterForm | null>;
  onInitiated?(db: Db, event: PurposeEvent): Promise<void>;
  onConfirmed(db: Db, event: PurposeEvent): Promise<void>;
  onApprovalWaiting?(db: Db, event: PurposeEvent): Promise<void>;
  onFailed?(db: Db, event: PurposeEvent): Promise<void>;
  onReversed?(db: Db, event: PurposeEvent): Promise<void>;
}

const registry = new Map<string, PaymentPurpose>();

/** Called once per purpose when the owning area is loaded. */
export function registerPaymentPurpose(name: PurposeName, purpose: PaymentPurpose): void {
  if (registry.has(name)) throw new Error(`Payment purpose ${name} is registered twice`);
  registry.set(name, purpose);
}

export const purposeOf = (name: string): PaymentPurpose | undefined => registry.get(name);
