// Leads of Meta, of Google's own list and of the website, and what mappings may name.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  type MetaLeadsSimulator,
  startMetaLeadsSimulator,
} from '@aangan/simulators/meta-leads/meta-leads-simulator.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { enquirySource } from '../settings/enquiry-source.record.ts';
import { sweepIntakeJob } from './intake-jobs.server.ts';
import { type IntakeApp, intakeApp, META } from './intake-testing.ts';
import { leadChannelContract, leadMappingContract } from './lead-channel.contract.ts';
import { leadIntakeContract } from './lead-intake.contract.ts';
import { answersOf, GOOGLE, storedLeads } from './stored-leads-testing.ts';

let intake: IntakeApp;
let meta: MetaLeadsSimulator;
before(async () => {
  intake = await intakeApp(() => meta.url);
  meta = await startMetaLeadsSimulator({
    ...META,
    webhookUrl: `${intake.origin}/webhooks/meta`,
    token: 'page-token-one',
    seed: 'meta',
  });
  await sql(`insert into franchisee_pincode (franchisee_id, pincode) values (${BANER}, '400001')`);
});
after(async () => {
  await meta?.close();
  await intake?.close();
});

const { sql, count, nextPhone, enquiriesOf, lead } = storedLeads(() => intake, 9_960_100_000);

test('Meta: the handshake, forged deliveries, answers fetched; a token that ended turns the channel red and loses nothing', async () => {
  const { control } = meta;
  assert.deepEqual(await control.handshake(), { status: 200, text: '1158201444' });
  assert.equal((await control.handshake('guessed')).status, 403);
  await intake.meera.refused(
    leadChannelContract.create,
    { provider: 'META', name: 'Page', externalId: '1' },
    'lead-channel.token-needed',
  );
  const page = await intake.meera.call(leadChannelContract.create, {
    provider: 'META',
    name: 'Andheri page',
    externalId: '153125381133',
    token: 'page-token-one',
    franchiseeId: ANDHERI,
  });
  const mobiles = Array.from({ length: 6 }, nextPhone);
  const leads = mobiles.map((mobile) =>
    control.addLead({ full_name: 'Gita Iyer', phone_number: mobile, child_age: '2 years' }),
  );
  const forged = await control.notify(leads, { wrongSignature: true });
  assert.ok(forged.every((one) => one.status === 400));
  const told = await control.notify(leads, { together: 3, copies: 4, shuffle: true });
  assert.ok(told.every((one) => one.status === 200));
  await intake.consume();
  control.addFault({ kind: 'status', status: 500, times: 2 });
  const start = Date.now();
  await intake.run(sweepIntakeJob, new Date(start + 1000));
  assert.equal(
    await count('enquiry where phone_norm = any ($1)', [mobiles]),
    4,
    'two answers failed and wait',
  );
  await intake.run(sweepIntakeJob, new Date(start + 120_000));
  assert.equal(await count('enquiry where phone_norm = any ($1)', [mobiles]), 6);

  control.setToken('page-token-two');
  const late = Array.from({ length: 3 }, nextPhone);
  await control.notify(
    late.map((mobile) => control.addLead({ full_name: 'Gita Iyer', phone_number: mobile })),
  );
  await intake.consume();
  // For a day and more the token is dead: nobody gives up.
  for (const minutes of [5, 10, 30, 120, 600, 2400, 5000, 9000])
    await intake.run(sweepIntakeJob, new Date(start + minutes * 60_000));
  const channelOf = async () =>
    (await intake.meera.call(leadChannelContract.list, {})).rows.find((row) => row.id === page.id);
  const red = await channelOf();
  assert.deepEqual([red?.health, red?.error], ['RED', 'Facebook access expired. Reconnect the page']);
  assert.equal(await count(`lead_intake where channel_id = $1 and state = 'RETRY'`, [page.id]), 3);
  assert.equal(
    await count(`outbox where kind like '%lead-channel-down%' or payload::text like '%lead-channel-down%'`),
    1,
  );
  await intake.meera.call(leadChannelContract.rotateSecret, { id: page.id, token: 'page-token-two' });
  await intake.run(sweepIntakeJob, new Date());
  assert.equal(await count('enquiry where phone_norm = any ($1)', [late]), 3);
  assert.equal((await channelOf())?.health, 'OK');
});

test('Google’s own list: known leads are skipped, missed ones come in once', async () => {
  const { id, simulator } = await intake.google('Reconcile', { franchiseeId: ANDHERI });
  const known = simulator.lead(answersOf(nextPhone()));
  await simulator.send([known]);
  await intake.consume();
  const missed = nextPhone();
  const csv = simulator.csv([
    {
      leadId: known.leadId,
      at: '2026-11-20',
      answers: { 'Full name': 'Asha Rao', 'Phone number': nextPhone() },
    },
    { leadId: 'missed-1', at: '2026-11-20', answers: { 'Full name': '=cmd()', 'User phone': missed } },
    { leadId: 'missed-2', at: '2026-11-20', answers: {} },
  ]);
  const first = await intake.meera.call(leadIntakeContract.reconcile, { channelId: id, csv });
  assert.deepEqual(first, { fresh: 1, known: 1, unreadable: 1 });
  await intake.consume();
  assert.deepEqual([(await lead('missed-1')).state, await enquiriesOf(missed)], ['DONE', 1]);
  const again = await intake.meera.call(leadIntakeContract.reconcile, { channelId: id, csv });
  assert.deepEqual(again, { fresh: 0, known: 2, unreadable: 1 });
  await intake.meera.refused(
    leadIntakeContract.reconcile,
    { channelId: id, csv: 'a,b\n1,2' },
    'lead-csv.header',
  );
});

test('the website: signed bytes, a link credits its source, an unknown mid says so; a paused channel keeps what arrives', async () => {
  const made = await intake.meera.call(leadChannelContract.create, {
    provider: 'WEBSITE',
    name: 'aangan.in',
  });
  const url = `${intake.origin}${new URL(made.address).pathname}`;
  const post = async (body: string, secret = made.secret ?? '') =>
    (
      await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'x-signature': createHmac('sha256', secret).update(body).digest('hex'),
        },
      })
    ).status;
  const [link] = await sql<{ key: string }>(
    `insert into enquiry_source_link (franchisee_id, label, source_id, campaign) values (${BANER}, 'Open house', '04000000-0000-7000-8000-000000000010', 'Winter') returning key`,
  );
  const mobile = nextPhone();
  const body = JSON.stringify({ lead_id: 'w-1', name: 'Asha Rao', mobile, mid: link?.key });
  assert.deepEqual([await post(body, 'guess'), await post(body), await post(body)], [400, 200, 200]);
  const other = nextPhone();
  await post(
    JSON.stringify({
      lead_id: 'w-2',
      name: 'Asha Rao',
      mobile: other,
      mid: 'nobody-knows',
      pincode: '400001',
    }),
  );
  await post(
    JSON.stringify({
      lead_id: 'w-3',
      name: 'Win',
      mobile: nextPhone(),
      message: 'http://a http://b www.c.d',
      pincode: '400001',
    }),
  );
  await intake.consume();
  const credited = await sql<Record<string, unknown>>(
    `select e.campaign, t.mid_unknown as unknown, e.source_link_id is not null as linked from enquiry e join enquiry_touch t on t.franchisee_id = e.franchisee_id and t.enquiry_id = e.id
      where e.phone_norm = any ($1) order by e.phone_norm`,
    [[mobile, other]],
  );
  assert.deepEqual(credited, [
    { campaign: 'Winter', unknown: false, linked: true },
    { campaign: null, unknown: true, linked: false },
  ]);
  const spam = await lead('w-3');
  assert.equal(spam.reason, 'suspected-spam');
  assert.equal(
    (await intake.meera.call(leadIntakeContract.replay, { ids: [spam.id] })).created,
    1,
    'a person says it is none',
  );
  const { rows } = await intake.meera.call(leadChannelContract.list, {});
  const version = rows.find((row) => row.id === made.id)?.version ?? 0;
  await intake.meera.call(leadChannelContract.pause, { id: made.id, active: false }, { version });
  assert.equal(
    await post(JSON.stringify({ lead_id: 'w-4', name: 'A', mobile: nextPhone(), pincode: '400001' })),
    200,
  );
  await intake.consume();
  assert.equal((await lead('w-4')).reason, 'channel-paused');
});

test('mappings name only what exists; sources of another centre are refused', async () => {
  const { id } = await intake.google('Mapping rules');
  const { create } = enquirySource.endpoints;
  assert.ok(create);
  const own = await intake.app.as('Asha', { centre: ANDHERI }).call(create, {
    name: 'Andheri fair',
    channel: 'EVENT',
    digital: false,
    needsReferrer: false,
    active: true,
  });
  const sourceId = String((own as { id: string }).id);
  await intake.meera.refused(
    leadMappingContract.save,
    { channelId: id, form: '5', franchiseeId: BANER, sourceId },
    'input.invalid',
  );
  await intake.meera.refused(
    leadMappingContract.save,
    { channelId: id, form: '5', franchiseeId: 999, sourceId: GOOGLE },
    'input.invalid',
  );
  await intake.meera.call(leadMappingContract.save, {
    channelId: id,
    form: '5',
    franchiseeId: ANDHERI,
    sourceId,
  });
  const [row] = (await intake.meera.call(leadMappingContract.list, {})).rows.filter(
    (one) => one.channelId === id,
  );
  assert.equal(row?.sourceName, 'Andheri fair');
  await intake.meera.call(leadMappingContract.remove, { id: row?.id ?? '' }, { version: row?.version ?? 0 });
});
