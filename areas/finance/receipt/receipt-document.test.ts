// What the paper of a receipt says of tax: value, rate, SAC and both halves of each taxable head.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { glyphCount } from '@aangan/server/test-support/glyph-count.ts';
import { receiptPdf } from './receipt-document.server.ts';
import { type ReceiptSnapshot, receiptSnapshot } from './receipt-snapshot.ts';

const TAX = { taxable: 1_00, rateBp: 500, sac: '9', cgst: 1_00, sgst: 1_00 };
type Tax = ReceiptSnapshot['lines'][number]['tax'];

/** Characters on the paper of a receipt whose one head has this tax. */
const printed = async (tax: Tax): Promise<number> =>
  glyphCount(
    await receiptPdf(
      receiptSnapshot.parse({
        number: 'R002/2627/000001',
        issuedOn: '2026-04-05',
        centre: { label: 'Andheri', address: null, phone: null, gstin: null },
        child: 'Diya',
        payer: null,
        mode: 'CASH',
        reference: null,
        paidAt: null,
        lines: [{ label: 'Day care', amount: 999_00, tax }],
        total: 999_00,
        words: 'Nine hundred ninety-nine rupees only',
        verifyToken: 'AbCdEfGhIjKlMnOpQrStUv',
      }),
      'http://aangan.test',
    ),
  );

test('the paper shows taxable value, rate, SAC, CGST and SGST of a taxable head, and nothing of tax without one', async () => {
  const [none, plain] = [await printed(null), await printed(TAX)];
  const heads = 'TaxinthisreceiptFeeheadSACTaxablevalueRateCGSTSGST';
  assert.ok(plain - none > heads.length, `${none} and ${plain} characters`);
  for (const [what, longer] of Object.entries({
    taxable: { taxable: 12_345_67 },
    rateBp: { rateBp: 1825 },
    sac: { sac: '998311' },
    cgst: { cgst: 12_345_67 },
    sgst: { sgst: 12_345_67 },
  }))
    assert.ok((await printed({ ...TAX, ...longer })) > plain, `${what} does not stand there`);
});
