import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { glyphCount } from '../test-support/glyph-count.ts';
import { png } from '../test-support/sample-files.ts';
import {
  bullets,
  columns,
  facts,
  heading,
  letterhead,
  moneyText,
  pageBreak,
  paragraph,
  picture,
  pictureOf,
  qr,
  renderPdf,
  signature,
  table,
} from './pdf.ts';

const receipt = () =>
  renderPdf({
    title: 'Receipt R002/2627/000123',
    header: 'Receipt R002/2627/000123',
    footer: 'Little Steps, Andheri',
    watermark: 'DUPLICATE',
    content: [
      letterhead({
        name: 'Little Steps, Andheri',
        lines: ['12 Veera Desai Road, Andheri West, Mumbai 400053', 'GSTIN 27AAAAA0000A1Z5'],
        right: 'R002/2627/000123',
      }),
      heading('Receipt / रसीद'),
      facts(
        [
          ['Received from', 'Gita Rao'],
          ['For', 'आरव राव (Nursery A)'],
          ['Date', '10-04-2026'],
          ['Reference', null],
        ],
        2,
      ),
      table({
        columns: [{ label: 'Fee head' }, { label: 'Amount', align: 'right', width: 110 }],
        rows: [
          ['Tuition fee, term 1', moneyText(12_345_670)],
          ['शिक्षण शुल्क, क्षेत्रीय प्रशिक्षण, कृष्ण', moneyText(50)],
        ],
        total: ['Total', moneyText(12_345_720)],
      }),
      paragraph('Rupees one lakh twenty-three thousand four hundred fifty-seven and paise twenty only'),
      heading('Notes', 2),
      bullets(['Fees once paid are not transferable.', 'भुगतान की रसीद संभालकर रखें।']),
      columns([
        qr('https://aangan.example/payment-invoice?v=AbCdEfGhIjKlMnOpQrStUv', {
          caption: 'Scan to check this receipt',
        }),
        signature('For the centre'),
      ]),
    ],
  });

test('a receipt is a PDF with embedded Mukta, title and no outside reference', async () => {
  const bytes = await receipt();
  const text = bytes.toString('latin1');
  assert.ok(text.startsWith('%PDF-') && text.trimEnd().endsWith('%%EOF'));
  assert.ok(text.includes('Mukta'), 'the font is embedded');
  assert.ok(bytes.length > 10_000 && bytes.length < 200_000, `${bytes.length} bytes`);
});

test('Devanagari is shaped: क्ष is one glyph, not three in a row', async () => {
  const glyphs = async (text: string) =>
    glyphCount(await renderPdf({ title: 'x', content: [paragraph(text)] }));
  const empty = await glyphs('');
  assert.equal((await glyphs('क्ष')) - empty, 1);
  assert.equal((await glyphs('कष')) - empty, 2);
  // The short i is written before its letter; the rupee sign has a glyph of its own.
  assert.equal((await glyphs('कि')) - empty, 2);
  assert.equal((await glyphs('₹')) - empty, 1);
});

test('300 rows make several pages with the head on each, and every piece renders', async () => {
  const bytes = await renderPdf({
    title: 'List',
    landscape: true,
    content: [
      table({
        columns: [{ label: 'No', width: 40 }, { label: 'Name' }, { label: 'Amount', align: 'right' }],
        rows: Array.from({ length: 300 }, (_, i) => [String(i), `Child ${i}`, moneyText(i * 100)]),
        small: true,
      }),
      pageBreak(),
      table({ columns: [{ label: 'A' }, { label: 'B' }], rows: [] }),
      picture(pictureOf(png(), 'image/png'), { width: 40, height: 40 }),
    ],
  });
  const pages = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
  assert.ok(pages >= 8, `${pages} pages`);
});

test('a document can read no file and fetch nothing', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'aangan-pdf-')), 'secret.png');
  writeFileSync(file, png());
  await assert.rejects(renderPdf({ title: 'x', content: [picture(file, { width: 10, height: 10 })] }));
  let asked = 0;
  const server = createServer((_request, reply) => {
    asked += 1;
    reply.end(png());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await assert.rejects(
    renderPdf({
      title: 'x',
      content: [picture(`http://127.0.0.1:${port}/x.png`, { width: 10, height: 10 })],
    }),
  );
  server.close();
  assert.equal(asked, 0);
});

if (process.env.SHOW_PDF)
  await (await import('node:fs/promises')).writeFile(process.env.SHOW_PDF, await receipt());
