// Forgetting a family: by command and by the clock. The proof is a search: a word that stood in every field of the family
// is looked for in every column of every table of the database (areas/enquiries.md 3.10, story 24).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { PartsFailed } from '@aangan/server/work/each-part.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { followUpContract } from '../enquiry/follow-up.contract.ts';
import { mergeContract } from '../merge/merge.contract.ts';
import { applicationFor, type PipelineApp, pipelineApp } from '../pipeline/pipeline-testing.ts';
import { enquiryEraseContract } from './enquiry-erase.contract.ts';
import { eraseDay, retentionJob, retentionNotice } from './retention.server.ts';

const WORD = 'kanarix';
const PHONE = '9876012345';
let kit: PipelineApp;
before(async () => {
  kit = await pipelineApp();
});
after(() => kit.app.close());

/** Tables and columns in which the word or the number stands, in whatever form. */
async function found(): Promise<string[]> {
  const columns = await kit.app.sql<{ t: string; c: string; type: string }>(
    `select table_name as t, column_name as c, udt_name as type from information_schema.columns
      where table_schema = 'public' and udt_name in ('text', '_text', 'jsonb', 'bytea', 'varchar', 'date') and is_updatable = 'YES' order by 1, 2`,
  );
  const parts = columns.map(
    ({ t, c, type }) =>
      `select '${t}.${c}' as place where exists (select from "${t}" where ${
        type === 'bytea' ? `encode("${c}", 'escape')` : `"${c}"::text`
      } ~* '${WORD}|${PHONE}|2022-07-19')`,
  );
  return (await kit.app.sql<{ place: string }>(parts.join(' union all '))).map((row) => row.place);
}

const run = (job: JobDeclaration, now: Date) =>
  job.run({
    work: (franchiseeId, work) =>
      inUnitOfWork(kit.app.pool, systemActor(franchiseeId), { command: job.name }, work),
    now,
    data: null,
    ports: { ...kit.app.ports, afterCommit: () => undefined },
  });

/** A family with the word in every field there is. */
async function canary() {
  const { app, capture, get, move } = kit;
  const family = {
    guardianName: 'Kanarix Rao',
    mobile: PHONE,
    email: 'kanarix@example.com',
    pincode: '400053',
    note: 'Kanarix wants mornings',
    consents: { whatsapp: true, sms: true, email: true },
  };
  const one = await capture({
    ...family,
    children: [{ firstName: 'Kanarixa', lastName: 'Rao', dob: '2022-07-19', classId: 3 }],
  });
  const twin = await capture({
    ...family,
    children: [{ firstName: 'Zoe', lastName: 'Kanarix', dob: '2022-07-19' }],
  });
  const { id, version } = await get(one.enquiryCode);
  await app
    .as('Esha')
    .call(
      followUpContract.log,
      { enquiryId: id, outcome: 'CALL_BACK', nextOn: '2026-11-24', note: 'Kanarix asked to be called' },
      { version },
    );
  await move(one.enquiryCode, 'converse', {
    contact: 'CALL',
    note: 'Kanarix likes the garden',
    interested: true,
  });
  // The same child under another name: joined, so that a merged row stands below.
  const other = await capture({
    ...family,
    children: [{ firstName: 'Kanarixo', lastName: 'Kanarix Rao', dob: '2021-01-01' }],
  });
  const pair = await app.as('Esha').call(mergeContract.compare, { oneId: one.id, otherId: other.id });
  await app.as('Esha').call(mergeContract.merge, {
    survivorId: pair.a.id,
    survivorVersion: pair.a.version,
    mergedId: pair.b.id,
    mergedVersion: pair.b.version,
    choices: {},
  });
  const survivor = pair.a.id;
  await beside(survivor);
  return { survivor, code: pair.a.enquiryCode, merged: pair.b.id, twin };
}

/** What endpoints, providers and workers write. */
async function beside(id: string): Promise<void> {
  const { app } = kit;
  const at = [ANDHERI, id];
  await app.sql(
    `insert into file (franchisee_id, id, name, bytes, kind, state, storage_key) values ($1, gen_random_uuid(), 'call.mp3', 1, 'recording', 'CLEAN', 'k1')`,
    [ANDHERI],
  );
  await app.sql(
    `insert into call_log (franchisee_id, enquiry_id, phone_norm, provider, provider_call_id, direction, recording_file_id)
      select $1, $2, '+91${PHONE}', 'EXOTEL', 'kanarix-1', 'OUT', f.id from file f where f.kind = 'recording'`,
    at,
  );
  await app.sql(
    `insert into call_log (franchisee_id, phone_norm, provider, direction, status) values ($1, '+91${PHONE}', 'EXOTEL', 'IN', 'MISSED')`,
    [ANDHERI],
  );
  await app.sql(
    `insert into follow_up_pause (franchisee_id, enquiry_id, user_id, kind, reason) values ($1, $2, gen_random_uuid(), 'SKIP', 'Kanarix is away')`,
    at,
  );
  await app.sql(
    `insert into allocation_log (franchisee_id, enquiry_id, at, why, note) values ($1, $2, now(), 'MANUAL', 'Kanarix asked for Esha')`,
    at,
  );
  await app.sql(
    `update enquiry_household set note = 'Kanarix: ring twice' where (franchisee_id, id) = (select franchisee_id, household_id from enquiry where franchisee_id = $1 and id = $2)`,
    at,
  );
  await app.sql(
    `with i as (insert into inbox (provider, event_id, body, verdict, state) values ('google-leads', 'k', 'kanarix'::bytea, 'VALID', 'DONE') returning id)
     insert into lead_intake (inbox_id, provider, dedupe_key, received_at, verdict, state, parsed, person_name, phone_norm, routed_franchisee_id, enquiry_id, result)
       select i.id, 'GOOGLE', 'k', now(), 'VALID', 'DONE', '{"name": "Kanarix"}', 'Kanarix Rao', '+91${PHONE}', $1, $2, 'TOUCHED' from i`,
    at,
  );
  await app.sql(
    `with t as (insert into enquiry_touch (franchisee_id, enquiry_id, source_id, intake_id, note) select $1, $2, source_id, gen_random_uuid(), 'Kanarix again'
        from enquiry where franchisee_id = $1 and id = $2 returning intake_id)
     insert into inbox (provider, event_id, body, verdict, state) select 'enquiry-form', $1::int || ':' || intake_id, 'kanarix'::bytea, 'VALID', 'DONE' from t`,
    at,
  );
  // The code that went to the number of a form, before there was an enquiry.
  await app.sql(
    `with t as (select intake_id from enquiry_touch where franchisee_id = $1 and enquiry_id = $2 and intake_id is not null),
      o as (insert into outbox (franchisee_id, kind, payload, dedupe_key, state, source_kind, source_id)
        select $1, 'communication.expand', '{"to": "kanarix"}', 'code', 'SENT', 'enquiry-form', intake_id from t)
     insert into message (franchisee_id, kind, channel, language, to_kind, address_sealed, address_mask, vars_sealed, body_sealed, category, urgency, status, source_kind, source_id)
       select $1, 'enquiries.confirm-number', 'SMS', 'en', 'CONTACT', '+91${PHONE}'::bytea, 'kanarix', 'kanarix'::bytea, 'kanarix'::bytea, 'CODE', 'NOW', 'SENT', 'enquiry-form', intake_id from t`,
    at,
  );
  await app.sql(
    `insert into wa_contact (franchisee_id, wa_id, phone_norm, profile_name, first_text, first_at, last_at, referral, state, enquiry_id)
      values ($1, '91${PHONE}', '+91${PHONE}', 'Kanarix', 'Kanarix here', now(), now(), '{"headline": "kanarix"}', 'LINKED', $2)`,
    at,
  );
  await app.sql(
    `with j as (insert into import_job (user_id, franchisee_id, contract, file_name, state, mapping, report) values (gen_random_uuid(), $1, 'enquiry', 'fair.csv', 'CHECKED',
        '{"headings": ["parent_name", "mobile"], "columns": ["parent_name", "mobile"], "examples": [["Kanarixa"], ["98760 12345"]], "monthFirst": {}, "values": {}}', '{"preview": {"matched": [{"childName": "Kanarix"}]}}') returning id)
      insert into import_row (job_id, row, cells, ready) select id, 2, '["Kanarixa", "+91 98760-12345"]', '{"parent_name": "Kanarixa"}' from j`,
    [ANDHERI],
  );
  // Of a file that is saved, the rows that came back.
  await app.sql(
    `with j as (insert into import_job (user_id, franchisee_id, contract, file_name, state) values (gen_random_uuid(), $1, 'enquiry', 'old.csv', 'DONE') returning id)
      insert into import_row (job_id, row, cells, faults) select id, 2, '["Kanarixa", "98760 12345"]', '[{"column": "source", "text": "Kanarixa"}]' from j`,
    [ANDHERI],
  );
  await app.sql(
    `insert into enquiry_external_ref (franchisee_id, ref, enquiry_id) values ($1, 'KANARIX-7', $2)`,
    at,
  );
  await app.sql(
    `with n as (insert into notice (user_id, kind, title, body, dedupe_key) values ('0190a000-0000-7000-8000-000000000006', 'enquiries.assigned', 'New: Kanarixa', 'Kanarixa', 'enquiries.assigned:' || $2) returning user_id)
     insert into message (franchisee_id, kind, channel, language, to_kind, to_user_id, enquiry_id, name_mask, address_mask, vars_sealed, body_sealed, subject_masked, body_masked, category, urgency, status, source_kind, source_id)
      select $1, 'enquiries.assigned', 'APP', 'en', 'STAFF', user_id, $2::uuid, 'Kanarix', 'kanarix@…', 'kanarix'::bytea, 'kanarix'::bytea, 'Kanarixa', 'Kanarixa', 'SERVICE', 'NOW', 'SENT', 'enquiry', $2 from n`,
    at,
  );
  await app.sql(
    `insert into outbox_history (franchisee_id, id, kind, lane, payload, dedupe_key, state, attempts, source_kind, source_id, at) values ($1, gen_random_uuid(), 'communication.expand', 'FACT', '{"name": "kanarix"}', 'k', 'SENT', 1, 'enquiry', $2, now())`,
    at,
  );
}

const counts = async () => ({
  all: (await kit.list()).length,
  sources: (await kit.list()).map((row) => row.sourceName).toSorted(),
  tally: await kit.app.as('Esha').call(enquiryContract.enquiryCount, {}),
});

test('story 24: after erasing the family the word is found nowhere; code, dates, source and counts stay', async () => {
  const { app, capture, get } = kit;
  const beforeAll = await found();
  assert.deepEqual(beforeAll, [], 'the world is clean');
  const stays = await capture({
    guardianName: 'Leela Joshi',
    children: [{ firstName: 'Om', dob: '2023-01-01' }],
  });
  const { survivor, code, merged, twin } = await canary();
  const places = await found();
  for (const place of [
    'enquiry.child_first_name',
    'enquiry.child_dob',
    'enquiry.search_text',
    'household_contact.value_norm',
    'enquiry_household.note',
    'follow_up.note',
    'follow_up_pause.reason',
    'enquiry_stage_log.reason',
    'enquiry_touch.note',
    'enquiry_merge.after',
    'call_log.phone_norm',
    'allocation_log.note',
    'lead_intake.parsed',
    'inbox.body',
    'wa_contact.first_text',
    'message.body_masked',
    'notice.title',
    'outbox_history.payload',
    'record_change.diff',
    'enquiry_external_ref.ref',
    'import_job.mapping',
    'import_job.report',
    'import_row.cells',
    'import_row.ready',
    'import_row.faults',
  ])
    assert.ok(places.includes(place), `${place} holds the word before`);
  const figures = await counts();
  const row = await get(code);
  await app.as('Esha').refused(enquiryEraseContract.preview, { id: survivor }, 'module.missing');
  const preview = await app.as('Kavi').call(enquiryEraseContract.preview, { id: survivor });
  assert.deepEqual(
    preview.children.map((one) => [one.enquiryCode, one.open, one.stays]),
    [
      [code, true, null],
      [twin.enquiryCode, true, null],
    ],
  );
  assert.ok(
    preview.contacts >= 2 && (preview.children[0]?.notes ?? 0) >= 2 && (preview.children[0]?.calls ?? 0) >= 1,
  );
  const input = { id: survivor, what: 'FAMILY', why: 'FAMILY_ASKED' } as const;
  await app.as('Kavi').refused(enquiryEraseContract.erase, input, 'step-up.needed');
  const done = await app.as('Kavi', { steppedUp: true }).call(enquiryEraseContract.erase, input);
  assert.deepEqual(done, { erased: 2, stayed: 0 });
  assert.deepEqual(await found(), []);
  const after = await counts();
  assert.deepEqual(
    [after.all, after.sources, after.tally.totalLeadCount],
    [figures.all, figures.sources, figures.tally.totalLeadCount],
  );
  const left = await get(code);
  assert.deepEqual(
    [
      left.enquiryCode,
      left.capturedAt,
      left.sourceName,
      left.className,
      left.childName,
      left.erasedWhy,
      left.actions,
      left.contacts,
    ],
    [code, row.capturedAt, row.sourceName, row.className, 'Erased family', 'FAMILY_ASKED', [], []],
  );
  assert.deepEqual([left.can['edit'], left.can['log'], left.can['erase']], [false, false, false]);
  assert.deepEqual(
    (await kit.list({ erased: true })).map((one) => one.enquiryCode).toSorted(),
    [code, twin.enquiryCode].toSorted(),
  );
  const [below] = await app.sql('select erased_at is not null as erased from enquiry where id = $1', [
    merged,
  ]);
  assert.deepEqual(below, { erased: true }, 'the merged row too');
  const closed = await app.sql<{ n: string }>(
    `select state || ' ' || (expires_on is not null) as n from file where kind = 'recording'`,
  );
  assert.deepEqual(closed, [{ n: 'CLEAN true' }], 'the recording is swept');
  await app
    .as('Esha')
    .refused(
      enquiryContract.update,
      { id: survivor, changes: { childFirstName: 'X' } },
      'enquiry.read-only',
      { version: left.version },
    );
  assert.equal((await get(stays.enquiryCode)).childName, 'Om', 'others are untouched');
  // Whoever asks again is a new family.
  const again = await capture({ mobile: PHONE, children: [{ firstName: 'Kanarixa', dob: '2022-07-19' }] });
  assert.equal(again.verdict, 'NEW');
  await app
    .as('Kavi', { steppedUp: true })
    .call(enquiryEraseContract.erase, { id: again.id, what: 'CHILD', why: 'WRONG_PERSON' });
});

test('a sister who stays keeps the family’s number; students and living applications are left alone', async () => {
  const { app, capture, get } = kit;
  const family = { guardianName: 'Tara Bhatt', mobile: kit.nextPhone() };
  const one = await capture({ ...family, children: [{ firstName: 'Asha', dob: '2023-03-05' }] });
  const two = await capture({ ...family, children: [{ firstName: 'Bela', dob: '2021-03-05', classId: 3 }] });
  const kavi = app.as('Kavi', { steppedUp: true });
  await kavi.call(enquiryEraseContract.erase, { id: one.id, what: 'CHILD', why: 'FAMILY_ASKED' });
  const sister = await get(two.enquiryCode);
  assert.ok(sister.contacts.some((contact) => contact.value.endsWith(family.mobile)));
  assert.equal((await get(one.enquiryCode)).guardianName, 'Erased');
  await applicationFor(app, two.id);
  await kavi.refused(
    enquiryEraseContract.erase,
    { id: two.id, what: 'FAMILY', why: 'FAMILY_ASKED' },
    'enquiry.has-live-form',
  );
  assert.equal(
    (await kavi.call(enquiryEraseContract.preview, { id: two.id })).children[0]?.stays,
    'LIVE_FORM',
  );
  const admitted = await capture({ children: [{ firstName: 'Chetna', dob: '2023-03-05' }] });
  await app.sql(
    `with l as (insert into enquiry_stage_log (franchisee_id, enquiry_id, seq, via, action, to_status, to_stage) values ($2, $1, 2, 'SYSTEM', 'admission-confirm', 'Order', 'Admission Confirmed'))
     update enquiry set spanco_status = 'Order', stage_code = 'Admission Confirmed', admitted_at = now() where id = $1`,
    [admitted.id, ANDHERI],
  );
  await kavi.refused(
    enquiryEraseContract.erase,
    { id: admitted.id, what: 'CHILD', why: 'FAMILY_ASKED' },
    'enquiry.admitted',
  );
  await app
    .as('Kavi', { steppedUp: true, centre: BANER })
    .refused(enquiryEraseContract.preview, { id: two.id }, 'row.not-found');
});

test('the centre has 48 hours: told on Friday, erased on Sunday, never sooner, and not if the time was lengthened', async () => {
  const { app, capture } = kit;
  const ist = (day: string, time: string) => new Date(`${day}T${time}:00+05:30`);
  assert.equal(eraseDay(ist('2026-11-20', '03:15')), '2026-11-22');
  assert.equal(eraseDay(ist('2026-11-20', '10:00')), '2026-11-29', 'a late notice waits a week');
  const old = await capture({
    guardianName: 'Olga Pinto',
    note: 'Kanarix of old',
    children: [{ firstName: 'Old', dob: '2022-07-19' }],
  });
  const young = await capture({ children: [{ firstName: 'Young', dob: '2023-03-05' }] });
  await app.sql('update enquiry set academic_year_id = 2023 where id = $1', [old.id]);
  await app.sql('update enquiry set academic_year_id = 2024 where id = $1', [young.id]);
  const erased = async (id: string) =>
    (await app.sql<{ why: string | null }>('select erased_why as why from enquiry where id = $1', [id]))[0]
      ?.why;
  await run(retentionJob, ist('2026-11-22', '03:30'));
  assert.equal(await erased(old.id), null, 'nobody was notified');
  const told = await run(retentionNotice, ist('2026-11-20', '03:15'));
  assert.equal(told.ok, 1);
  const notices = await app.sql<{ title: string }>(
    `select title from notice where kind = 'enquiries.retention'`,
  );
  assert.ok(
    notices.length > 0 &&
      notices.every(({ title }) => title === 'One enquiry of 2023-2024 is erased on 22-11-2026'),
  );
  assert.equal((await run(retentionNotice, ist('2026-11-20', '03:20'))).ok, 0, 'told once');
  await run(retentionJob, ist('2026-11-21', '23:00'));
  assert.equal(await erased(old.id), null, 'not before its Sunday');
  await app.sql(
    `insert into setting (franchisee_id, area, key, value) values ($1, 'enquiries', 'privacy', '{"keepMonths": 36, "networkHint": true}')`,
    [ANDHERI],
  );
  await run(retentionJob, ist('2026-11-22', '03:30'));
  assert.equal(await erased(old.id), null, 'the centre keeps them longer now');
  await app.sql(`delete from setting where area = 'enquiries' and key = 'privacy'`);
  const done = await run(retentionJob, ist('2026-11-22', '03:30'));
  assert.deepEqual([done.ok, await erased(old.id), await erased(young.id)], [1, 'RETENTION', null]);
  assert.deepEqual(await found(), []);
  assert.equal((await run(retentionJob, ist('2026-11-29', '03:30'))).ok, 0);
});

test('a centre that cannot be told or erased holds up no other', async () => {
  const { app, capture } = kit;
  const ist = (day: string, time: string) => new Date(`${day}T${time}:00+05:30`);
  const here = await capture({ children: [{ firstName: 'Here', dob: '2022-06-01' }] });
  const there = await capture({ children: [{ firstName: 'There', dob: '2022-06-01' }] }, 'Rekha');
  await app.sql('update enquiry set academic_year_id = 2023 where id = any ($1)', [[here.id, there.id]]);
  await app.sql('delete from enquiry_retention');
  const states = () =>
    app.sql<{ at: number; done: boolean }>(
      'select franchisee_id as at, done_at is not null as done from enquiry_retention where academic_year_id = 2023 order by 1',
    );
  const failed = (ok: number, log: string) => (error: unknown) => {
    assert.ok(error instanceof PartsFailed);
    assert.deepEqual([error.ok, error.failed, error.log], [ok, 1, log]);
    return true;
  };
  await app.sql(
    `create function stop_andheri() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
  );
  const stop = (table: string, on: string) =>
    app.sql(
      `create trigger stop_andheri before ${on} on ${table} for each row when (new.franchisee_id = ${ANDHERI}) execute function stop_andheri()`,
    );
  await stop('enquiry_retention', 'insert');
  await assert.rejects(
    run(retentionNotice, ist('2026-12-04', '03:15')),
    failed(1, `centre ${ANDHERI}: database P0001`),
  );
  assert.deepEqual(await states(), [{ at: BANER, done: false }]);
  await app.sql('drop trigger stop_andheri on enquiry_retention');
  assert.equal((await run(retentionNotice, ist('2026-12-04', '03:20'))).ok, 1, 'tried again: the one left');
  await stop('enquiry_retention', 'update');
  await assert.rejects(
    run(retentionJob, ist('2026-12-06', '03:30')),
    failed(1, `centre ${ANDHERI}, 2023-2024: database P0001`),
  );
  assert.deepEqual(await states(), [
    { at: ANDHERI, done: false },
    { at: BANER, done: true },
  ]);
  await app.sql('drop trigger stop_andheri on enquiry_retention');
});

test('journals stay closed to everybody else', async () => {
  const { app } = kit;
  await assert.rejects(app.sql(`update enquiry_touch set note = 'x'`), /append-only/);
  await assert.rejects(app.sql(`update record_change set diff = '{}'`), /append-only/);
  await assert.rejects(
    app.sql(`begin; set local app.erase = 'on'; update enquiry_touch set campaign = 'x'; commit`),
    /append-only/,
  );
  await app.sql('rollback');
});
