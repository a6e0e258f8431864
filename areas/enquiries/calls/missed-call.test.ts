// A telephone line as a channel: who rang and was not answered is a lead with a first answer due, however often the call is
// told; who was answered stands in the call log; a family that studies here is no lead; a strange key stores nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BANER } from '@aangan/testkit/world.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { type IntakeApp, intakeApp } from '../intake/intake-testing.ts';
import { leadChannelContract } from '../intake/lead-channel.contract.ts';
import { leadIntakeContract } from '../intake/lead-intake.contract.ts';
import { storedLeads } from '../intake/stored-leads-testing.ts';
import { calls as callList } from './call.listing.ts';

let intake: IntakeApp;
let address: string;
before(async () => {
  intake = await intakeApp();
  const line = await intake.meera.call(leadChannelContract.create, {
    provider: 'TELEPHONY',
    name: 'Baner front desk',
    franchiseeId: BANER,
  });
  assert.equal(line.secret, null);
  address = `${intake.origin}${new URL(line.address).pathname}`;
});
after(() => intake?.close());

const { sql, count, nextPhone, enquiriesOf, lead } = storedLeads(() => intake, 9_960_400_000);

/** The provider tells of a call, as a form. */
const tell = async (call: Record<string, string>, to = address): Promise<number> => {
  const told = new URLSearchParams({ Direction: 'incoming', ...call });
  return (await fetch(to, { method: 'POST', body: told })).status;
};
const calls = (phone: string) =>
  sql<{ status: string; talk: number | null; linked: boolean }>(
    `select status, talk_s as talk, enquiry_id is not null as linked from call_log where franchisee_id = ${BANER} and phone_norm = $1 order by started_at, provider_call_id`,
    [phone],
  );

test('a missed call of a stranger becomes one enquiry with its answer due, told ten times in any order', async () => {
  const phone = nextPhone();
  const call = { CallSid: 'sid-1', From: phone.replace('+91', '0') };
  assert.equal(await tell({ ...call, Status: 'ringing' }), 200);
  const told = await Promise.all(Array.from({ length: 10 }, () => tell({ ...call, Status: 'no-answer' })));
  assert.deepEqual(new Set(told), new Set([200]));
  await intake.consume();
  await tell({ ...call, Status: 'no-answer' });
  await intake.consume();
  assert.equal(await enquiriesOf(phone), 1);
  const stored = await lead('sid-1');
  assert.deepEqual([stored.state, stored.result, stored.centre], ['DONE', 'CREATED', BANER]);
  assert.deepEqual(await calls(phone), [{ status: 'MISSED', talk: null, linked: true }]);
  const [row] = await sql<{ source: string; due: boolean; attempt: string | null }>(
    'select source_id as source, sla_due_at is not null as due, first_attempt_at as attempt from enquiry where phone_norm = $1',
    [phone],
  );
  assert.deepEqual(row, { source: sourceIds.phone, due: true, attempt: null });
  const { rows } = await intake.meera.call(leadIntakeContract.list, { provider: 'TELEPHONY' });
  assert.deepEqual(
    rows.map((one) => [one.channelName, one.result]),
    [['Baner front desk', 'CREATED']],
  );
  await tell({ CallSid: 'sid-2', From: phone, Status: 'busy' });
  await intake.consume();
  assert.equal(await enquiriesOf(phone), 1, 'who rings again asked again');
  assert.equal((await lead('sid-2')).result, 'TOUCHED');
});

test('an answered call is a line of the log alone; a greeting without a second of talk is a missed one', async () => {
  const [answered, greeted] = [nextPhone(), nextPhone()];
  await tell({ CallSid: 'sid-3', From: answered, Status: 'completed', ConversationDuration: '95' });
  await tell({ CallSid: 'sid-4', From: greeted, Status: 'completed', ConversationDuration: '0' });
  await intake.consume();
  assert.deepEqual(await calls(answered), [{ status: 'ANSWERED', talk: 95, linked: false }]);
  assert.deepEqual([await enquiriesOf(answered), await enquiriesOf(greeted)], [0, 1]);
  const log = await intake.app.as('Rekha').call(callList.endpoints.list, { direction: 'IN' });
  assert.ok(log.rows.some((one) => one.status === 'ANSWERED' && one.talkS === 95));
  assert.ok(
    log.rows.every((one) => one.number === null || one.number.includes('•')),
    'numbers are masked',
  );
});

test('a family whose child studies here is no lead; one that asks for another child is', async () => {
  const phone = nextPhone();
  await sql(
    `with f as (insert into family (franchisee_id, name) values (${BANER}, 'Rao') returning id)
     insert into guardian (franchisee_id, family_id, name, relation_default, mobile) select ${BANER}, id, 'Asha Rao', 'MOTHER', $1 from f`,
    [phone],
  );
  await tell({ CallSid: 'sid-5', From: phone, Status: 'no-answer' });
  await intake.consume();
  assert.equal(await enquiriesOf(phone), 0);
  assert.deepEqual(await calls(phone), [{ status: 'MISSED', talk: null, linked: false }]);
  await intake.app.as('Rekha').call(enquiryContract.capture, {
    guardianName: 'Asha Rao',
    mobile: phone,
    children: [{ firstName: 'Mira', dob: '2023-03-05' }],
    sourceId: sourceIds.walkIn,
  });
  await tell({ CallSid: 'sid-6', From: phone, Status: 'no-answer' });
  await intake.consume();
  assert.deepEqual([await enquiriesOf(phone), (await lead('sid-6')).result], [1, 'TOUCHED']);
});

test('a withheld number waits for a person; a line without a centre too; a guessed key stores no text', async () => {
  await tell({ CallSid: 'sid-7', Status: 'no-answer' });
  const hotline = await intake.meera.call(leadChannelContract.create, {
    provider: 'TELEPHONY',
    name: 'Hotline',
  });
  const phone = nextPhone();
  await tell(
    { CallSid: 'sid-8', From: phone, Status: 'no-answer' },
    `${intake.origin}${new URL(hotline.address).pathname}`,
  );
  await intake.consume();
  assert.deepEqual([(await lead('sid-7')).reason, (await lead('sid-8')).reason], ['no-phone', 'no-mapping']);
  const { id } = await lead('sid-8');
  await intake.meera.call(leadIntakeContract.assign, { ids: [id], franchiseeId: BANER });
  assert.equal(await enquiriesOf(phone), 1);
  const before = await count('lead_intake');
  const strange = address.replace(/[^/]+$/, 'A'.repeat(22));
  assert.equal(await tell({ CallSid: 'sid-9', From: nextPhone(), Status: 'no-answer' }, strange), 400);
  assert.equal(await tell({ Status: 'no-answer' }), 400, 'no call id');
  await intake.consume();
  const refused = await sql<{ state: string; parsed: unknown }>(
    `select state, parsed from lead_intake order by received_at desc limit 2`,
  );
  assert.equal(await count('lead_intake'), before + 2);
  assert.deepEqual(new Set(refused.map((one) => `${one.state} ${one.parsed}`)), new Set(['REJECTED null']));
});
