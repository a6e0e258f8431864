import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ExportColumn } from '../endpoint/area-extras.ts';
import { xlsxBomb, zip } from '../test-support/sample-files.ts';
import { cellText, harmless, toCsv, toXlsx } from './sheet-writer.ts';
import { readSheet } from './spreadsheet.ts';

const columns: ExportColumn[] = [
  { key: 'name', label: 'Name', kind: 'text' },
  { key: 'phone', label: 'Mobile', kind: 'phone' },
  { key: 'amount', label: 'Amount', kind: 'money' },
  { key: 'on', label: 'Date', kind: 'date' },
  { key: 'rate', label: 'Rate', kind: 'percent' },
  { key: 'open', label: 'Open', kind: 'boolean' },
];
const row = {
  name: 'Gita',
  phone: '+919820012345',
  amount: -1_234_567,
  on: '2026-04-10',
  rate: 1250,
  open: true,
};

test('U3: a text that a spreadsheet would compute leaves harmless, in every position and disguise', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '|', '%', '＝', '＋', '－', '＠'])
    for (const before of ['', ' ', '\u00a0', '\ufeff'])
      assert.ok(harmless(`${before}${start}cmd`).startsWith("'"), JSON.stringify(before + start));
  const csv = toCsv(
    [{ key: 'name', label: '=Head', kind: 'text' }],
    [{ name: '=1+1' }, { name: 'a"\n=HYPERLINK("x")' }, { name: '"=1' }],
  );
  const cells = csv.replace(/^\ufeff/, '').split('\r\n');
  assert.deepEqual(cells.slice(0, 2), ["'=Head", "'=1+1"]);
  assert.ok(csv.includes('"a""\n=HYPERLINK(""x"")"'), 'inside a cell it is text');
});

test('numbers, amounts, dates keep their form; a number below zero is no formula', () => {
  assert.equal(
    toCsv(columns, [row]),
    '\ufeffName,Mobile,Amount,Date,Rate,Open\r\nGita,98200 12345,-12345.67,10-04-2026,12.5,Yes\r\n',
  );
  assert.equal(cellText(null, 'money'), '');
  assert.equal(cellText(['a', 'b'], 'choices'), 'a, b');
});

test('what was exported reads back equal: CSV and XLSX', async () => {
  for (const bytes of [
    Buffer.from(toCsv(columns, [row, { ...row, name: '=evil' }])),
    await toXlsx(columns, [row, { ...row, name: '=evil' }]),
  ]) {
    const sheet = await readSheet(bytes);
    assert.deepEqual(sheet.columns, ['Name', 'Mobile', 'Amount', 'Date', 'Rate', 'Open']);
    assert.deepEqual(
      [
        sheet.rows[0]?.['Name'],
        sheet.rows[0]?.['Mobile'],
        sheet.rows[0]?.['Amount'],
        sheet.rows[0]?.['Date'],
      ],
      ['Gita', '98200 12345', '-12345.67', '10-04-2026'],
    );
    assert.equal(sheet.rows[1]?.['Name'], '=evil');
  }
});

test('a moment leaves as a date cell with the time of day in India, so that a sheet sorts it', async () => {
  const bytes = await toXlsx(
    [{ key: 'at', label: 'Captured', kind: 'dateTime' }],
    [{ at: '2026-11-21T19:00:00.000Z' }],
  );
  const sheet = await readSheet(bytes);
  assert.equal(sheet.rows[0]?.['Captured'], '22-11-2026 00:30', 'a text would read 12:30 AM');
});

test('any text survives CSV there and back (300 cases)', () =>
  fc.assert(
    fc.asyncProperty(
      fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
        .map((s) => s.replace(/[\0\r\n\t]/g, ' ').trim())
        .filter((s) => s !== '' && !/^'[\s]*[=+\-@|%]/.test(s) && !/\p{C}/u.test(s)),
      async (text) => {
        const sheet = await readSheet(
          Buffer.from(
            toCsv(
              [
                { key: 'a', label: 'A', kind: 'text' },
                { key: 'b', label: 'B', kind: 'text' },
              ],
              [{ a: text, b: 'x' }],
            ),
          ),
        );
        assert.equal(sheet.rows[0]?.['A'], text);
      },
    ),
    { numRuns: 300 },
  ));

test('CSV as the world writes it: UTF-16, semicolons, tabs, quotes, blank lines, missing cells', async () => {
  const read = async (text: string | Buffer) =>
    (await readSheet(Buffer.isBuffer(text) ? text : Buffer.from(text))).rows;
  assert.deepEqual(
    await read(
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Name;City\r\nआरव;Pune\r\n', 'utf16le')]),
    ),
    [{ Name: 'आरव', City: 'Pune' }],
  );
  assert.deepEqual(await read('Name\tCity\n"Rao, Gita"\tPune'), [{ Name: 'Rao, Gita', City: 'Pune' }]);
  assert.deepEqual(await read('Name,City\n\n"a ""b"""\n,\nc,d\n'), [
    { Name: 'a "b"', City: '' },
    { Name: 'c', City: 'd' },
  ]);
  const { numbers } = await readSheet(Buffer.from('Name,City\n\n"a\nb",x\n,\n \nc,d\n'));
  assert.deepEqual(numbers, [3, 6], 'rows are counted as a spreadsheet shows them');
});

test('U2: caps and bombs are refused in a moment', async () => {
  const code = async (bytes: Buffer | string, maxRows?: number) => {
    const started = Date.now();
    const error = await readSheet(Buffer.from(bytes), maxRows ? { maxRows } : {}).then(
      () => null,
      (e: { code: string }) => e.code,
    );
    // Unpacked or read to its end, any of these takes minutes.
    assert.ok(Date.now() - started < 15_000);
    return error;
  };
  assert.equal(await code(xlsxBomb()), 'sheet.too-large');
  assert.equal(
    await code(zip([{ name: 'word/document.xml', content: Buffer.from('x') }])),
    'sheet.unreadable',
  );
  assert.equal(
    await code(zip([{ name: 'xl/workbook.xml', content: Buffer.from('no xml at all') }])),
    'sheet.unreadable',
  );
  assert.equal(await code(`a,b\n${'1,2\n'.repeat(101)}`, 100), 'sheet.too-large');
  assert.equal(await code(`a,b\n${'1,2\n'.repeat(100)}`, 100), null);
  assert.equal(
    await code(`${Array.from({ length: 201 }, (_, i) => `c${i}`).join(',')}\n1`),
    'sheet.too-large',
  );
  assert.equal(await code(`a,b\n${'x'.repeat(10_001)},1`), 'sheet.too-large');
  assert.equal(await code('a,a\n1,2'), 'sheet.no-head');
  assert.equal(await code('a,,b\n1,2,3'), 'sheet.no-head');
  assert.equal(await code('a,b\n'), 'sheet.empty');
  assert.equal(await code(Buffer.from([0xff, 0xd8, 0xff, 0xe0])), 'sheet.unreadable');
  assert.equal(await code(Buffer.alloc(21 * 1024 * 1024, 97)), 'sheet.too-large');
});
