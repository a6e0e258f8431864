// A document asks to be registered, in the transaction that numbers it. Off until a day is set from which e-invoices apply.
import { type Day, financialYear } from '@aangan/contract/period.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchisee } from '../../network/public.server.ts';
import { financeSettings } from '../finance.settings.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { type EInvoiceDocument, type Party, payloadOf } from './e-invoice-payload.ts';
import { irnOf } from './irn.server.ts';

export interface EInvoiceRequest {
  /** The buyer. */
  readonly franchiseeId: number;
  readonly kind: 'ROYALTY' | 'NOTE' | 'KIT_INVOICE';
  readonly documentId: string;
  readonly docType: 'INV' | 'CRN' | 'DBN';
  /** At most 16 characters, as printed. */
  readonly number: string;
  readonly issuedOn: Day;
  readonly document: EInvoiceDocument;
}

/**
 * Registers a document of head office to a centre later, or notes why it need not be. A second call changes nothing.
 * Caller: inside `withCentres` of the centre and head office.
 */
export async function requestEInvoice(db: Db, of: EInvoiceRequest): Promise<void> {
  const from = await readSetting(db, 'finance', financeSettings.eInvoiceFrom, HEAD_OFFICE);
  if (from === null) return;
  const { seller, buyer } = await partiesOf(db, of.franchiseeId);
  const reason = notRequired(of, { from, seller: seller.gstin, buyer: buyer.gstin });
  const fy = financialYear(of.issuedOn).long;
  await db
    .insertInto('e_invoice')
    .values({
      franchisee_id: of.franchiseeId,
      document_kind: of.kind,
      document_id: of.documentId,
      doc_type: of.docType,
      doc_no: of.number,
      doc_date: of.issuedOn,
      fy,
      seller_gstin: seller.gstin,
      buyer_gstin: buyer.gstin,
      total: of.document.total,
      document: JSON.stringify(of.document),
      irn_expected: seller.gstin ? irnOf(seller.gstin, fy, of.docType, of.number) : null,
      status: reason ? 'NOT_REQUIRED' : 'PENDING',
      last_message: reason,
      next_try_at: reason ? null : sql`now()`,
    })
    .onConflict((oc) => oc.columns(['franchisee_id', 'document_kind', 'document_id']).doNothing())
    .execute();
}

function notRequired(
  of: EInvoiceRequest,
  { from, seller, buyer }: { from: string; seller: string | null; buyer: string | null },
): string | null {
  if (of.issuedOn < from) return 'Dated before e-invoices apply';
  if (!seller) return 'Head office has no GSTIN';
  if (!buyer) return 'The centre has no GSTIN: an ordinary tax invoice';
  if (seller === buyer) return 'Seller and buyer have the same GSTIN';
  if (of.document.lines.every((line) => line.rateBp === 0)) return 'Nothing in it is taxed';
  return null;
}

type Loose = Omit<Party, 'gstin'> & { gstin: string | null };

async function partiesOf(db: Db, franchiseeId: number): Promise<{ seller: Loose; buyer: Loose }> {
  const read = async (id: number): Promise<Loose> => {
    const one = await franchisee(db, id);
    const place = one?.cityName ?? '';
    return {
      gstin: one?.gstin ?? null,
      name: one?.legalName ?? one?.companyName ?? '',
      address: one?.address ?? place,
      place,
      pincode: one?.pincode ?? '',
      stateCode: one?.gstin?.slice(0, 2) ?? one?.stateCode ?? '',
    };
  };
  return { seller: await read(HEAD_OFFICE), buyer: await read(franchiseeId) };
}

/** The request with both parties as they are entered now; the document keeps number, date and amounts. */
export async function makePayload(
  db: Db,
  row: {
    franchisee_id: number;
    doc_type: string;
    doc_no: string;
    doc_date: Day;
    document: unknown;
    seller_gstin: string | null;
  },
): Promise<{ payload: ReturnType<typeof payloadOf>; buyerGstin: string | null }> {
  const { seller, buyer } = await partiesOf(db, row.franchisee_id);
  return {
    payload: payloadOf({
      docType: row.doc_type,
      docNo: row.doc_no,
      docDate: row.doc_date,
      // The number was made of this GSTIN: it stays.
      seller: { ...seller, gstin: row.seller_gstin ?? '' },
      buyer: { ...buyer, gstin: buyer.gstin ?? '' },
      document: row.document as EInvoiceDocument,
    }),
    buyerGstin: buyer.gstin,
  };
}
