import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { asJsonObject, type JsonObject } from '../json.ts';
import { type SmsSimulator, type SmsSimulatorOptions, startSmsSimulator } from './sms-simulator.ts';

const TEMPLATE = '60f1a2b3c4d5e6f7a8b9c0d1';

async function withSms(
  options: Partial<SmsSimulatorOptions>,
  run: (sim: SmsSimulator, call: typeof send) => Promise<void>,
): Promise<void> {
  const sim = await startSmsSimulator({
    authKey: 'key',
    seed: 'tests',
    templates: { [TEMPLATE]: 'Dear ##name##, ##amount## is due.' },
    ...options,
  });
  try {
    await run(sim, send);
  } finally {
    await sim.close();
  }
}

async function send(
  sim: SmsSimulator,
  body: unknown,
  key = 'key',
): Promise<{ status: number; body: JsonObject }> {
  const reply = await fetch(`${sim.url}/api/v5/flow`, {
    method: 'POST',
    headers: { authkey: key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: asJsonObject(await reply.json()) };
}

const FLOW = {
  template_id: TEMPLATE,
  short_url: '0',
  recipients: [{ mobiles: '919876543210', name: 'Asha', amount: '12,500' }],
};

test('a flow request gives a request id; the message is kept with its text', () =>
  withSms({}, async (sim, call) => {
    const reply = await call(sim, FLOW);
    assert.equal(reply.status, 200);
    assert.equal(reply.body['type'], 'success');
    assert.match(String(reply.body['message']), /^[0-9a-f]{24}$/);
    const message = await sim.control.waitFor((each) => each.mobile === '919876543210');
    assert.deepEqual(
      [message.text, message.variables, message.requestId],
      ['Dear Asha, 12,500 is due.', { name: 'Asha', amount: '12,500' }, reply.body['message']],
    );
    const listed: unknown = await (await fetch(`${sim.url}/_sim/messages?mobile=919876543210`)).json();
    assert.equal(Array.isArray(listed) ? listed.length : 0, 1);
    sim.control.clear();
    assert.equal(sim.control.messages().length, 0);
  }));

test('errors come with HTTP 200, in both forms; a bad key with 401', () =>
  withSms({}, async (sim, call) => {
    assert.deepEqual(await call(sim, { ...FLOW, template_id: 'unknown' }), {
      status: 200,
      body: { type: 'error', message: 'Template ID missing or invalid' },
    });
    assert.equal((await call(sim, { ...FLOW, recipients: [{ mobiles: '+91 98' }] })).body['type'], 'error');
    sim.control.refuse({ message: 'Insufficient balance', form: 'msg', times: 1 });
    assert.deepEqual((await call(sim, FLOW)).body, { msg_type: 'error', msg: 'Insufficient balance' });
    assert.equal((await call(sim, FLOW)).body['type'], 'success');
    assert.equal((await call(sim, FLOW, 'wrong')).status, 401);
    assert.equal(sim.control.messages().length, 1);
  }));

test('a lost answer after acceptance: the caller knows nothing, the message is there', () =>
  withSms({}, async (sim, call) => {
    sim.control.addFault({ kind: 'reset', phase: 'after', times: 1 });
    await assert.rejects(call(sim, FLOW));
    assert.equal(sim.control.messages().length, 1);
    sim.control.addFault({ kind: 'status', status: 502 });
    assert.equal((await call(sim, FLOW)).status, 502);
    sim.control.clearFaults();
    assert.equal(sim.control.messages().length, 1);
  }));

test('delivery reports are posted in the documented shape, with the outcome of the number', async () => {
  const reports: unknown[] = [];
  const receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      reports.push(JSON.parse(text));
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  const reportUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  try {
    await withSms({ reportUrl, reportAfterMs: 60_000 }, async (sim, call) => {
      sim.control.setOutcome('919876543210', 'ndnc');
      const requestId = String((await call(sim, FLOW)).body['message']);
      sim.control.advance(60_001);
      await sim.control.waitFor((message) => message.report === 'ndnc');
      assert.equal(await sim.control.report(requestId, '919876543210', 'delivered'), 200);
      const [, last] = reports.map((each) => (Array.isArray(each) ? asJsonObject(each[0]) : {}));
      assert.equal(last?.['requestId'], requestId);
      const line = Array.isArray(last?.['report']) ? asJsonObject(last['report'][0]) : {};
      assert.deepEqual([line['number'], line['status'], line['desc']], ['919876543210', '1', 'DELIVERED']);
      assert.match(String(line['date']), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    });
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});

test('one-time codes: sent, wrong, right once, expired', () =>
  withSms({}, async (sim) => {
    const otp = async (path: string): Promise<JsonObject> =>
      asJsonObject(
        await (await fetch(`${sim.url}/api/v5/otp${path}`, { headers: { authkey: 'key' } })).json(),
      );
    const mobile = '919876543210';
    assert.equal((await otp(`?mobile=${mobile}&otp_length=6&otp_expiry=5`))['type'], 'success');
    const code = sim.control.currentOtp(mobile) ?? '';
    assert.match(code, /^\d{6}$/);
    assert.equal((await otp(`/verify?mobile=${mobile}&otp=0`))['message'], 'OTP not match');
    assert.equal((await otp(`/verify?mobile=${mobile}&otp=${code}`))['message'], 'OTP verified success');
    assert.equal(
      (await otp(`/verify?mobile=${mobile}&otp=${code}`))['message'],
      'Mobile no. already verified',
    );
    await otp(`?mobile=${mobile}&otp=1234&otp_expiry=5`);
    sim.control.advance(5 * 60_000 + 1000);
    assert.equal((await otp(`/verify?mobile=${mobile}&otp=1234`))['message'], 'OTP expired');
  }));
