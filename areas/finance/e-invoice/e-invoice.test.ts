// E-invoices through HTTP, their job and the portal's stand-in: stories 17 and 18 of finance.md 10, vectors of integrations.md B.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { type IrpSimulator, startIrpSimulator } from '@aangan/simulators/irp/irp-simulator.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, HEAD_OFFICE } from '@aangan/testkit/world.ts';
import { r } from '../assignment/nursery-testing.ts';
import { eInvoiceContract as contract, eInvoices } from './e-invoice.contract.ts';
import { irnOf } from './irn.server.ts';
import { type EInvoiceRequest, requestEInvoice } from './request-e-invoice.server.ts';
import { sendEInvoices } from './send-e-invoices.server.ts';

let app: TestApp;
let portal: IrpSimulator;
let count = 0;
const login = { user: 'aangan', password: 'secret' };
before(async () => {
  portal = await startIrpSimulator({ ...login, seed: 5 });
  app = await testApp();
  await app.sql(
    `update franchisee set pincode = '560025', address1 = '14 Residency Road', gst_state_code = '29', gstin = case id when 1 then '29AAACW6288M1ZH' when 2 then '27AAPFU0939F1ZV' end where id <= 3`,
  );
});
after(async () => {
  await app?.close();
  await portal?.close();
});

const chetan = () => app.as('Chetan', { centre: null, steppedUp: true });
const network = <T>(run: Parameters<typeof inUnitOfWork<T>>[3]) =>
  inUnitOfWork(app.pool, systemActor(null), { command: 'test' }, run);
const config = () => ({
  EINVOICE_API_URL: portal.url,
  EINVOICE_USER: login.user,
  EINVOICE_PASSWORD: login.password,
  EINVOICE_PUBLIC_KEY: portal.publicKey,
});
/** The worker some minutes from now, as its runner calls it. */
const send = (minutes = 0, more: object = {}) =>
  sendEInvoices.run({
    now: new Date(Date.now() + minutes * 60_000),
    data: {},
    ports: { config: { ...config(), ...more }, origin: 'http://aangan.test', afterCommit: () => undefined },
    work: (centre: number | null, work: Parameters<typeof inUnitOfWork>[3]) =>
      inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, work),
  } as never);

async function asked(more: Partial<EInvoiceRequest> = {}): Promise<string> {
  count += 1;
  const documentId = crypto.randomUUID();
  await network((db) =>
    withCentres(db, [ANDHERI, HEAD_OFFICE], 'royalty.invoice', () =>
      requestEInvoice(db, {
        franchiseeId: ANDHERI,
        kind: 'ROYALTY',
        documentId,
        docType: 'INV',
        number: `ROY/26-27/${String(count).padStart(6, '0')}`,
        issuedOn: '2026-04-30',
        document: {
          lines: [
            {
              description: 'Royalty on fees Apr 2026',
              sac: '998396',
              rateBp: 1800,
              taxable: r(12_500),
              cgst: 0,
              sgst: 0,
              igst: r(2_250),
            },
          ],
          total: r(14_750),
          month: '2026-04-01',
          against: null,
        },
        ...more,
      }),
    ),
  );
  const [row] = await app.sql<{ id: string }>('select id from e_invoice where document_id = $1', [
    documentId,
  ]);
  return row?.id ?? '';
}
const get = (id: string) => chetan().call(contract.get, { id });
const at = async (id: string) => ({ version: (await get(id)).version });
const stateOf = async (id: string) => (await get(id)).status;

test('the IRN is the portal’s: vectors of integrations.md B', () => {
  assert.equal(
    irnOf('02AMBPG7773M002', '2023-24', 'INV', '9sQ5E2'),
    '8874725d14204345d901ed168798f9fe8578d3c6e87ef6beecb4cb9894c8b4a9',
  );
  assert.equal(
    irnOf('02AMBPG7773M002', '2023-24', 'INV', '9SQ5E2'),
    irnOf('02AMBPG7773M002', '2023-24', 'INV', '9sq5e2'),
  );
  // Upper case already: as it was before June 2025.
  assert.equal(
    irnOf('01AMBPG7773M002', '2022-23', 'INV', 'SINV-CFY-00067'),
    '706daeccda0ef6f818da78f3a2a05a1288731057373002289b46c3229289a2e7',
  );
});

test('off until a day is set; then with its reason where none is needed', async () => {
  assert.equal(await asked(), '');
  await app.as('Bina').refused(contract.applyFrom, { from: '2026-04-01' }, 'module.missing');
  await chetan().call(contract.applyFrom, { from: '2026-04-01' });
  assert.deepEqual(await chetan().call(contract.setup, {}), {
    from: '2026-04-01',
    portal: false,
    mayChange: true,
  });
  const early = await asked({ issuedOn: '2026-03-31' });
  const none = await asked({ franchiseeId: BANER });
  assert.deepEqual(
    [(await get(early)).message, (await get(none)).message, await stateOf(none)],
    ['Dated before e-invoices apply', 'The centre has no GSTIN: an ordinary tax invoice', 'NOT_REQUIRED'],
  );
  await send();
  assert.equal(portal.control.invoices().length, 0);
});

test('registered once: IRN as expected, signed code kept, the request in the portal’s schema', async () => {
  const id = await asked();
  await Promise.all([send(), send()]);
  const one = await get(id);
  assert.deepEqual([one.status, one.irn, one.irn?.length], ['GENERATED', one.irnExpected, 64]);
  assert.ok(one.qr && one.ackNo);
  assert.equal(one.attempts.length, 1);
  const printed = await app.sql<{ again: boolean }>(
    `select (payload ->> 'again')::boolean as again from outbox where kind = 'finance.royalty-invoice' and dedupe_key like '%' || $1`,
    [one.irn],
  );
  assert.deepEqual(printed, [{ again: true }], 'its paper is printed anew, once');
  const [registered] = portal.control.invoices();
  assert.deepEqual(registered?.document, JSON.parse(one.payload ?? ''));
  const document = registered?.document as { RefDtls: object; ValDtls: object; DocDtls: object };
  assert.deepEqual(document.DocDtls, { Typ: 'INV', No: one.number, Dt: '30/04/2026' });
  assert.deepEqual(document.RefDtls, { DocPerdDtls: { InvStDt: '01/04/2026', InvEndDt: '30/04/2026' } });
  assert.deepEqual(document.ValDtls, {
    AssVal: 12500,
    CgstVal: 0,
    SgstVal: 0,
    IgstVal: 2250,
    RndOffAmt: 0,
    TotInvVal: 14750,
  });
  await app.as('Charu').refused(contract.get, { id }, 'row.not-found');
  assert.equal(
    (await app.as('Bina').call(contract.get, { id })).can['cancel'],
    false,
    'a centre reads its own',
  );
});

test('story 17: accepted and the answer lost: asked for, the same IRN, no second document', async () => {
  const before = portal.control.invoices().length;
  for (const kind of ['reset', 'html', 'status'] as const) {
    const id = await asked();
    portal.control.addFault({ kind, phase: 'after', method: 'POST', path: '/ei/api/invoice', times: 1 });
    await send();
    assert.equal(await stateOf(id), 'RECONCILE', kind);
    await send(2);
    const one = await get(id);
    assert.deepEqual(
      [one.status, one.irn, one.attempts.map((call) => [call.call, call.outcome])],
      [
        'GENERATED',
        one.irnExpected,
        [
          ['FIND', 'OK'],
          ['GENERATE', 'DOUBT'],
        ],
      ],
    );
  }
  assert.equal(portal.control.invoices().length, before + 3);
  // A request that never arrived is sent once more.
  const lost = await asked();
  portal.control.addFault({
    kind: 'reset',
    phase: 'before',
    method: 'POST',
    path: '/ei/api/invoice',
    times: 1,
  });
  await send();
  await send(2);
  assert.equal(await stateOf(lost), 'PENDING');
  await send(3);
  assert.equal(await stateOf(lost), 'GENERATED');
  assert.equal(portal.control.invoices().length, before + 4);
});

test('a worker that died while sending: the lease ends and the portal is asked', async () => {
  const id = await asked();
  await send();
  await app.sql(
    `update e_invoice set status = 'SENDING', irn = null, ack_no = null, ack_at = null, signed_qr = null, next_try_at = now() + interval '2 minutes' where id = $1`,
    [id],
  );
  await send(1);
  assert.equal(await stateOf(id), 'SENDING');
  await send(3);
  assert.equal(await stateOf(id), 'GENERATED');
});

test('a duplicate is compared before it is attached; another document’s number is not', async () => {
  const id = await asked();
  await send();
  const again = async (change: string) => {
    await app.sql(
      `update e_invoice set status = 'PENDING', irn = null, ack_no = null, ack_at = null, signed_qr = null, next_try_at = now(), ${change} where id = $1`,
      [id],
    );
    await send(1);
    await send(5);
    return get(id);
  };
  const same = await again('attempts = 0');
  assert.deepEqual([same.status, same.irn], ['GENERATED', same.irnExpected]);
  const other = await again('total = total + 100');
  assert.deepEqual([other.status, other.irn], ['FAILED', null]);
  assert.match(other.message ?? '', /another buyer or amount/);
  await app.sql('update e_invoice set total = total - 100 where id = $1', [id]);
});

test('an answer that the portal did not sign attaches nothing', async () => {
  const other = await startIrpSimulator({ ...login, seed: 6 });
  const id = await asked();
  await send(0, { EINVOICE_PUBLIC_KEY: other.publicKey });
  await other.close();
  const one = await get(id);
  assert.deepEqual([one.status, one.irn], ['FAILED', null]);
  assert.match(one.message ?? '', /not signed by the portal/);
});

test('refused in plain words, mended, sent again under the same number; a fault of the portal is tried again', async () => {
  const id = await asked();
  portal.control.refuse('3028', 'GSTIN is not present in the system');
  await send();
  const refused = await get(id);
  assert.deepEqual([refused.status, refused.can['retry']], ['FAILED', true]);
  assert.match(refused.message ?? '', /does not know the buyer’s GSTIN/);
  const { rows } = await chetan().call(eInvoices.endpoints.list, { group: ['NEEDS'] });
  assert.ok(rows.some((row) => row.id === id));
  await app.as('Bina').refused(contract.retry, { id }, 'module.missing', { version: refused.version });
  await chetan().refused(contract.retry, { id }, 'row.stale', { version: 99 });
  await app.sql(`update franchisee set gstin = '29AAACW6288M1ZH' where id = $1`, [BANER]);
  await chetan().call(contract.retry, { id }, { version: refused.version });
  portal.control.refuse('2147', 'Try again later');
  await send();
  assert.equal(await stateOf(id), 'AUTO_RETRY');
  await send(0);
  assert.equal(await stateOf(id), 'AUTO_RETRY', 'not before its time');
  await send(10);
  const done = await get(id);
  assert.deepEqual([done.status, done.number, done.irn], ['GENERATED', refused.number, refused.irnExpected]);
  await chetan().refused(contract.retry, { id }, 'row.wrong-state', { version: done.version });
});

test('marked by hand only with the number of this very document', async () => {
  const id = await asked();
  portal.control.refuse('2305', 'Too old');
  await send();
  const { version, irnExpected } = await get(id);
  await chetan().refused(
    contract.markGenerated,
    { id, irn: 'a'.repeat(64), ackNo: '1' },
    'einvoice.irn-mismatch',
    { version },
  );
  await chetan().refused(contract.markGenerated, { id, irn: 'xyz', ackNo: '1' }, 'input.invalid', {
    version,
  });
  await chetan().call(
    contract.markGenerated,
    { id, irn: irnExpected ?? '', ackNo: '232210036754863' },
    { version },
  );
  assert.equal(await stateOf(id), 'MANUALLY_GENERATED');
  await chetan().call(contract.markCancelled, { id, remark: 'At the portal' }, await at(id));
  assert.equal(await stateOf(id), 'MANUALLY_CANCELLED');
});

test('story 18: cancelled 23:59 after its acknowledgement, not at 24:01: then a credit note', async () => {
  const ack = async (id: string, ago: string) =>
    app.sql(`update e_invoice set ack_at = now() - $2::interval where id = $1`, [id, ago]);
  const early = await asked();
  const late = await asked();
  await send();
  await ack(early, '23 hours 59 minutes');
  await ack(late, '24 hours 1 minute');
  const why = { reason: '2', remark: 'Wrong month' } as const;
  const seen = await get(late);
  assert.deepEqual([seen.can['cancel'], seen.can['credit-note']], [false, true]);
  await chetan().refused(contract.cancel, { id: late, ...why }, 'einvoice.window-closed', await at(late));
  await app
    .as('Chetan', { centre: null })
    .refused(contract.cancel, { id: early, ...why }, 'step-up.needed', await at(early));
  await chetan().refused(
    contract.cancel,
    { id: early, reason: '2', remark: '' },
    'input.invalid',
    await at(early),
  );
  await chetan().call(contract.cancel, { id: early, ...why }, await at(early));
  assert.equal(await stateOf(early), 'PENDING_CANCEL');
  portal.control.addFault({
    kind: 'html',
    phase: 'after',
    method: 'POST',
    path: '/ei/api/invoice/cancel',
    times: 1,
  });
  await send();
  assert.equal(await stateOf(early), 'PENDING_CANCEL', 'in doubt: asked again');
  await send(10);
  assert.equal(await stateOf(early), 'CANCELLED');
  // The portal’s clock decides: it refuses, and the registration stays.
  const crossed = await asked();
  await send();
  portal.control.advance(25 * 3_600_000);
  await chetan().call(contract.cancel, { id: crossed, ...why }, await at(crossed));
  await send(1);
  const stays = await get(crossed);
  assert.deepEqual([stays.status, stays.message], ['GENERATED', '24 hours have passed; make a credit note.']);
});
