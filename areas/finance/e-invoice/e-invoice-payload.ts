// The request in the portal's schema INV-01 1.1 (integrations.md 2.3), made of the document and the parties as they are now.
import { endOfMonth, formatDate } from '@aangan/contract/period.ts';
import * as z from 'zod';

const party = z.object({
  gstin: z.string(),
  name: z.string(),
  address: z.string(),
  place: z.string(),
  pincode: z.string(),
  stateCode: z.string(),
});
export type Party = z.output<typeof party>;

/** What is registered, frozen with the document; amounts in paise. */
export const eInvoiceDocument = z.object({
  lines: z.array(
    z.object({
      description: z.string(),
      sac: z.string(),
      rateBp: z.int(),
      taxable: z.int(),
      cgst: z.int(),
      sgst: z.int(),
      igst: z.int(),
    }),
  ),
  total: z.int(),
  /** First day of the month it is of. */
  month: z.string().nullable(),
  /** The document that a note corrects. */
  against: z.object({ number: z.string(), date: z.string() }).nullable(),
});
export type EInvoiceDocument = z.output<typeof eInvoiceDocument>;

const rupees = (paise: number): number => paise / 100;
const day = (on: string): string => formatDate(on).replaceAll('-', '/');

const partyOf = (one: Party) => ({
  Gstin: one.gstin,
  LglNm: one.name.slice(0, 100),
  Addr1: one.address.slice(0, 100),
  Loc: one.place.slice(0, 50),
  Pin: Number(one.pincode),
  Stcd: one.stateCode,
});

export function payloadOf(of: {
  docType: string;
  docNo: string;
  docDate: string;
  seller: Party;
  buyer: Party;
  document: EInvoiceDocument;
}) {
  const { document } = of;
  const sum = (pick: (line: EInvoiceDocument['lines'][number]) => number) =>
    document.lines.reduce((total, line) => total + pick(line), 0);
  return {
    Version: '1.1',
    TranDtls: { TaxSch: 'GST', SupTyp: 'B2B', RegRev: 'N' },
    DocDtls: { Typ: of.docType, No: of.docNo.toUpperCase(), Dt: day(of.docDate) },
    SellerDtls: partyOf(of.seller),
    BuyerDtls: { ...partyOf(of.buyer), Pos: of.buyer.stateCode },
    ItemList: document.lines.map((line, at) => ({
      SlNo: String(at + 1),
      PrdDesc: line.description.slice(0, 300),
      IsServc: line.sac.startsWith('99') ? 'Y' : 'N',
      HsnCd: line.sac,
      Qty: 1,
      Unit: 'NOS',
      UnitPrice: rupees(line.taxable),
      TotAmt: rupees(line.taxable),
      Discount: 0,
      AssAmt: rupees(line.taxable),
      GstRt: line.rateBp / 100,
      IgstAmt: rupees(line.igst),
      CgstAmt: rupees(line.cgst),
      SgstAmt: rupees(line.sgst),
      CesRt: 0,
      CesAmt: 0,
      CesNonAdvlAmt: 0,
      TotItemVal: rupees(line.taxable + line.cgst + line.sgst + line.igst),
    })),
    ValDtls: {
      AssVal: rupees(sum((line) => line.taxable)),
      CgstVal: rupees(sum((line) => line.cgst)),
      SgstVal: rupees(sum((line) => line.sgst)),
      IgstVal: rupees(sum((line) => line.igst)),
      RndOffAmt: 0,
      TotInvVal: rupees(document.total),
    },
    ...refsOf(document),
  };
}

function refsOf({ month, against }: EInvoiceDocument) {
  if (!month && !against) return {};
  return {
    RefDtls: {
      ...(month ? { DocPerdDtls: { InvStDt: day(month), InvEndDt: day(endOfMonth(month)) } } : {}),
      ...(against ? { PrecDocDtls: [{ InvNo: against.number, InvDt: day(against.date) }] } : {}),
    },
  };
}
