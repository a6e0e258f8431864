import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

export interface ParcelInvoice {
  readonly id: string;
  readonly number: string;
  /** What the centre owes for it. */
  readonly dueId: string;
  /** Paise before tax. */
  readonly taxable: number;
}

/** The tax invoice a parcel left with; null where nothing of it was charged. */
export async function invoiceOfParcel(
  db: Db,
  of: { franchiseeId: number; shipmentId: string | null },
): Promise<ParcelInvoice | null> {
  const { rows } = await sql<ParcelInvoice>`
    select id, invoice_no as number, due_id as "dueId", taxable_paise as taxable from kit_invoice
     where franchisee_id = ${of.franchiseeId} and shipment_id = ${of.shipmentId}`.execute(db);
  return rows[0] ?? null;
}
