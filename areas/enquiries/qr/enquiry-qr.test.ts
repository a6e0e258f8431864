// Printed codes through HTTP: what the form counts, what a code brought, and the paper, whose code is read back.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { latestYear } from '@aangan/contract/period.ts';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { fileStore } from '@aangan/server/files/files.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import pino from 'pino';
import QRCode from 'qrcode';
import { academicsServer } from '../../academics/area.server.ts';
import { authenticate } from '../../shell/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { publicEnquiryContract } from '../public-form/public-enquiry.contract.ts';
import { consumeSubmission, PUBLIC_FORM } from '../public-form/public-enquiry.server.ts';
import { type CodeRow, enquiryQrContract, type PrintFormat } from './enquiry-qr.contract.ts';
import { type Modules, readCode } from './qr-reader-testing.ts';

let app: TestApp;
before(async () => {
  app = await testApp({
    areas: [enquiriesServer, academicsServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
  });
});
after(() => app.close());

/** In the year that a form of today is for: from January it is the next one. */
const bina = () => app.as('Bina', { year: latestYear(new Date()) });
const codes = async (): Promise<CodeRow[]> => (await bina().call(enquiryQrContract.list, {})).rows;
const codeOf = async (id: string | null): Promise<CodeRow> => {
  const row = (await codes()).find((one) => one.id === id);
  assert.ok(row);
  return row;
};
const make = async (label = 'Gate') => {
  const made = await bina().call(enquiryQrContract.create, {
    label,
    placement: 'GATE',
    language: 'en',
    sourceId: sourceIds.qr,
  });
  return { ...made, key: made.path.split('mid=')[1] ?? '' };
};
const seen = (step: 'OPEN' | 'START', mid?: string, door: 'QR' | 'WEB' = 'QR') =>
  app.stranger.call(publicEnquiryContract.seen, { fid: ANDHERI, step, door, ...(mid ? { mid } : {}) });
const form = (more: Partial<InputOf<typeof publicEnquiryContract.submit>> = {}) => ({
  fid: ANDHERI,
  submissionId: randomUUID(),
  guardianName: 'Meera Iyer',
  mobile: `98${String(10_000_000 + Math.floor(Math.random() * 80_000_000))}`,
  childFirstName: 'Vivaan',
  birthMonth: '2023-03',
  pincode: '400053',
  isAdultGuardian: true as const,
  filledInMs: 40_000,
  door: 'QR' as const,
  ...more,
});
const consume = () =>
  drainInbox({
    database: app.pool,
    workers: { [PUBLIC_FORM]: consumeSubmission },
    log: pino({ level: 'silent' }),
    ports: app.ports,
  });

test('opened, begun, sent and what came of it are counted for each code and for the standard address', async () => {
  const { id, key } = await make();
  for (let n = 0; n < 3; n += 1) await seen('OPEN', key);
  await seen('OPEN', key, 'WEB');
  await seen('START', key);
  await seen('OPEN');
  await seen('OPEN', 'zzzzzzzzzzzzzzzzzzzzzz');
  await app.stranger.call(publicEnquiryContract.submit, form({ mid: key }));
  await consume();
  const code = await codeOf(id);
  assert.deepEqual(
    [code.scans, code.opens, code.starts, code.submits, code.enquiries, code.visits, code.admitted],
    [3, 4, 1, 1, 1, 0, 0],
  );
  assert.equal((await codeOf(null)).opens, 1, 'an unknown key counts nowhere');
  assert.equal((await bina().call(enquiryContract.list, { sourceLink: id })).total.n, 1);
  await app.sql(`update enquiry set walk_in_at = now() where source_link_id = $1`, [id]);
  assert.equal((await codeOf(id)).visits, 1);
  assert.equal((await bina().call(enquiryContract.list, { sourceLink: id, visited: true })).total.n, 1);
});

test('a paused code counts and credits nothing; an ended one says so', async () => {
  const { id, key } = await make('Fair');
  const { version } = await codeOf(id);
  await bina().call(enquiryQrContract.setActive, { id, active: false }, { version });
  await seen('OPEN', key);
  const code = await codeOf(id);
  assert.deepEqual([code.state, code.opens], ['PAUSED', 0]);
  await bina().refused(enquiryQrContract.setActive, { id, active: true }, 'row.stale', { version });
  await app.sql(`update enquiry_source_link set active = true, expires_on = current_date - 2 where id = $1`, [
    id,
  ]);
  assert.equal((await codeOf(id)).state, 'EXPIRED');
});

test('a program that opens the form again and again is counted 60 times in ten minutes', async () => {
  const { id, key } = await make('Loop');
  for (let n = 0; n < 80; n += 1) await seen('OPEN', key);
  const { opens } = await codeOf(id);
  assert.ok(opens > 40 && opens <= 60, `${opens}`);
});

/** The page streams of a PDF, unpacked. */
function pagesOf(bytes: Buffer): string[] {
  const text = bytes.toString('latin1');
  return [...text.matchAll(/stream\r?\n/g)].flatMap((match) => {
    const start = (match.index ?? 0) + match[0].length;
    try {
      const page = inflateSync(bytes.subarray(start, text.indexOf('endstream', start))).toString('latin1');
      return / re\n/.test(page) ? [page] : [];
    } catch {
      return [];
    }
  });
}

interface Drawn {
  modules: Modules;
  /** Points. */
  width: number;
  /** Where it lies. */
  place: string;
}

/** Codes drawn on a page: the filled squares of one size, put back into a grid. */
function codesOn(page: string): Drawn[] {
  const boxes = [...page.matchAll(/(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re\n/g)].map(
    ([, x, y, w, h]) => ({
      x: Number(x),
      y: Number(y),
      w: Number(w),
      h: Number(h),
    }),
  );
  const out: Drawn[] = [];
  let current: typeof boxes = [];
  for (const box of boxes) {
    // The white ground of a code comes before its modules.
    if (box.w > 60 && Math.abs(box.w - box.h) < 0.01) {
      if (current.length > 100) out.push(gridOf(current));
      current = [];
    } else current.push(box);
  }
  if (current.length > 100) out.push(gridOf(current));
  return out;
}

function gridOf(boxes: readonly { x: number; y: number; w: number; h: number }[]): Drawn {
  const side = boxes.map((box) => box.w).sort((a, b) => a - b)[0] ?? 1;
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const cells = new Set<string>();
  let size = 0;
  for (const box of boxes) {
    const [r, c] = [Math.round((box.y - top) / side), Math.round((box.x - left) / side)];
    for (let k = 0; k < Math.round(box.w / side); k += 1) {
      cells.add(`${r} ${c + k}`);
      size = Math.max(size, r + 1, c + k + 1);
    }
  }
  const modules = Array.from({ length: size }, (_, r) =>
    Array.from({ length: size }, (_, c) => cells.has(`${r} ${c}`)),
  );
  return { modules, width: size * side, place: `${left} ${top}` };
}

const MM_35 = (35 / 25.4) * 72;

test('the reader of this test reads what the library draws', () => {
  for (const text of [
    'http://a.in/x',
    'https://aangan.example/enquiry-form/2?mid=AbCdEfGhIjKlMnOpQrStUv',
    // Keys are drawn by lot: some end in capitals or digits, which the library writes in a segment of their own.
    'http://aangan.test/enquiry-form/2?mid=8ZuG3xsFQwGnrlVbRCLLY9',
    'http://aangan.test/enquiry-form/2?mid=8ZuG3xsFQwGn123456789012345',
    'x'.repeat(150),
  ]) {
    const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
    const grid = Array.from({ length: modules.size }, (_, r) =>
      Array.from({ length: modules.size }, (_, c) => Boolean(modules.get(r, c))),
    );
    assert.equal(readCode(grid), text);
  }
});

test('poster, tent and stickers carry a code that leads to the form, at least 35 mm wide', async () => {
  const { id, path } = await make('Counter');
  const wanted: Record<PrintFormat, number> = { A4: 1, A5: 2, STICKERS: 12 };
  for (const format of Object.keys(wanted) as PrintFormat[]) {
    const { fileId, name } = await bina().call(enquiryQrContract.print, { id, format });
    assert.match(name, /Counter/);
    const [file] = await app.sql<{ storage_key: string }>(`select storage_key from file where id = $1`, [
      fileId,
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await fileStore().read(file?.storage_key ?? '')) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const pages = pagesOf(bytes);
    assert.equal(bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length, 1, `${format} is one page`);
    const found = pages.flatMap(codesOn);
    assert.equal(found.length, wanted[format], format);
    assert.equal(
      new Set(found.map((one) => one.place)).size,
      wanted[format],
      `${format}: none lies on another`,
    );
    for (const { modules, width } of found) {
      assert.equal(readCode(modules), `http://aangan.test${path}`);
      assert.ok(width >= MM_35, `${format}: ${width} points`);
    }
  }
});

test('another centre neither prints nor pauses it; head office sees the codes of all', async () => {
  const { id } = await make('Ours');
  const charu = app.as('Charu');
  await charu.refused(enquiryQrContract.print, { id, format: 'A4' }, 'row.not-found');
  await charu.refused(enquiryQrContract.setActive, { id, active: false }, 'row.not-found', { version: 1 });
  assert.ok((await charu.call(enquiryQrContract.list, {})).rows.every((row) => row.franchiseeId === BANER));
  const all = await app.as('Meera', { centre: null }).call(enquiryQrContract.list, {});
  assert.ok(all.rows.some((row) => row.id === id && row.centreName.includes('Andheri')));
});

test('counting does not need the row: a centre without any day begins at one', async () => {
  await app.sql('delete from enquiry_qr_day');
  await app.sql('delete from rate_counter');
  await Promise.all(Array.from({ length: 5 }, () => seen('START')));
  assert.equal((await codeOf(null)).starts, 5);
});
