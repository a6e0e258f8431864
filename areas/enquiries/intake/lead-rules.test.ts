// What the bytes of a lead mean, without a database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGoogleLead, withoutGoogleKey } from './google-lead.ts';
import { answersOf } from './lead-answers.server.ts';
import { paperOf } from './lead-paper.ts';
import { parseLossless } from './lossless-json.ts';
import { metaErrorCode, readMetaAnswers, readMetaPointers } from './meta-lead.ts';
import { readWebsiteLead } from './website-lead.ts';

// integrations.md A10, with ids of 19 digits.
const A10 = `{"lead_id":"Cj0KEQjw-unique","api_version":"1.0","form_id":1234567890123456789,"campaign_id":2098765432109876543,"adgroup_id":150000000001,
 "creative_id":680000000001,"gcl_id":"EAIaIQobChMI","google_key":"per-form-secret","is_test":false,"lead_submit_time":"2026-04-02T05:10:00Z","unknown":{"deep":[1e400]},
 "user_column_data":[{"column_id":"FULL_NAME","column_name":"Full name","string_value":"Asha Rao"},
  {"column_id":"PHONE_NUMBER","column_name":"User Phone","string_value":"+919876543210"},
  {"column_id":"EMAIL","string_value":"asha@example.com"},{"column_id":"POSTAL_CODE","string_value":"560034"},
  {"column_id":"child_age","column_name":"Child's age?","string_value":"3 years"}]}`;

const at = new Date('2026-11-21T05:30:00Z');
const answers = (columns: Record<string, string>, map: Parameters<typeof answersOf>[1] = []) =>
  answersOf(paperOf(Object.entries(columns).map(([id, value]) => ({ id, value }))), map, at);

test('ids of 19 digits keep every digit; what is no lead is null, never an exception', () => {
  const read = readGoogleLead(A10);
  assert.deepEqual(
    [read?.lead.form, read?.lead.campaign, read?.lead.ad, read?.key],
    ['1234567890123456789', '2098765432109876543', '680000000001', 'per-form-secret'],
  );
  assert.equal(
    JSON.stringify(JSON.parse(A10)).includes('1234567890123456789'),
    false,
    'JSON.parse alone loses them',
  );
  for (const broken of [
    '',
    '[]',
    'null',
    '{',
    '"text"',
    '{"lead_id":1e400}',
    A10.slice(1),
    '['.repeat(200_000),
  ])
    assert.equal(readGoogleLead(broken), null, broken.slice(0, 20));
  assert.equal(parseLossless('\u0000'), undefined);
});

test("Google's key leaves the stored bytes, and nothing else does", () => {
  assert.equal(withoutGoogleKey(A10), A10.replace('per-form-secret', 'removed'));
  const odd = A10.replace('"per-form-secret"', '"a\\"b\\u0041"');
  assert.equal(withoutGoogleKey(odd)?.includes('u0041'), false);
  assert.equal(
    withoutGoogleKey(A10.replace('"is_test"', '"google_key":"second","is_test"')),
    null,
    'written twice',
  );
  assert.equal(
    withoutGoogleKey(A10.replace('"google_key"', '"google\\u005fkey"')),
    null,
    'written in escapes',
  );
});

test('standard columns, the map of a form, and the rest as a note', () => {
  const said = answers({
    FIRST_NAME: 'Asha',
    LAST_NAME: 'Rao',
    PHONE_NUMBER: '+91 98765 43210',
    POSTAL_CODE: '560 034',
    EMAIL: 'Asha@Example.com',
    "child's age?": '3 years',
    CITY: 'Pune',
  });
  assert.deepEqual(said, {
    guardianName: 'Asha Rao',
    mobile: '+919876543210',
    mobileGiven: true,
    alternateMobile: null,
    email: 'asha@example.com',
    pincode: '560034',
    childFirstName: null,
    childLastName: null,
    dob: '2023-05-21',
    dobApprox: true,
    className: null,
    preferredTime: null,
    note: 'CITY: Pune',
  });
  const mapped = answers({ q1: 'Kiaan Rao', q2: 'Nursery', q3: 'Mornings please', q4: 'x' }, [
    { column: 'q1', target: 'childName' },
    { column: 'Q2', target: 'class' },
    { column: 'q3', target: 'preferredTime' },
    { column: 'q4', target: 'ignore' },
  ]);
  assert.deepEqual(
    [mapped.childFirstName, mapped.childLastName, mapped.className, mapped.preferredTime, mapped.note],
    ['Kiaan', 'Rao', 'Nursery', 'MORNING', null],
  );
});

test('ages in free text become a birth day, or a note when they fit no child here', () => {
  const born = (age: string) => answers({ child_age: age }).dob;
  assert.deepEqual(
    [born('3 years'), born('2.5 yrs'), born('30 months'), born('2 y 3 m'), born('3'), born('3-4 years')],
    ['2023-05-21', '2024-05-21', '2024-05-21', '2024-08-21', '2023-05-21', '2023-05-21'],
  );
  const twelve = answers({ child_age: '12 years' });
  assert.deepEqual([twelve.dob, twelve.note], [null, 'Child: 12 years']);
  assert.equal(answers({ child_dob: '05-03-2023' }).dob, '2023-03-05');
  assert.equal(answers({ child_dob: '2023-03-05T00:00:00Z' }).dobApprox, false);
});

test('hostile answers stay text: hidden marks go, a name keeps what a name may have, bounds hold', () => {
  const said = answers({
    FULL_NAME: '\u202Eगीता <img onerror=1>\u0000',
    PHONE_NUMBER: '12',
    message: 'x'.repeat(5000),
  });
  assert.deepEqual(
    [said.guardianName, said.mobile, said.mobileGiven, said.note?.length],
    ['गीता img onerror 1', null, true, 1000],
  );
});

test('Meta: pointers with ids as numbers or text, one broken change loses no other; errors by code', () => {
  const body = `{"object":"page","entry":[{"id":"1","changes":[{"field":"leadgen","value":{"leadgen_id":1231231231231234567,"page_id":153125381133,"form_id":12312312312}},
    {"field":"leadgen","value":{"page_id":"x"}},{"field":"feed","value":{}},{"field":"leadgen","value":{"leadgen_id":"9","page_id":"8"}}]}]}`;
  assert.deepEqual(
    readMetaPointers(body)?.map((one) => [one.leadgenId, one.pageId, one.form]),
    [
      ['1231231231231234567', '153125381133', '12312312312'],
      ['9', '8', null],
    ],
  );
  assert.equal(readMetaPointers('{"object":"user","entry":[]}'), null);
  const read = readMetaAnswers(
    '{"id":"1","field_data":[{"name":"full_name","values":["Asha Rao"]},{"name":"interests","values":["Fees","Timings"]}],"campaign_id":"120210000000000001","is_organic":false}',
  );
  assert.deepEqual(
    read?.paper.columns.map((one) => one.value),
    ['Asha Rao', 'Fees, Timings'],
  );
  assert.equal(metaErrorCode('{"error":{"code":190,"message":"x"}}'), 190);
  assert.equal(metaErrorCode('<html>'), null);
});

test('the website’s lead: flat, with its link', () => {
  const lead = readWebsiteLead(
    '{"lead_id":77,"name":"Asha","mobile":"9876543210","mid":"k1","nested":{"a":1}}',
  );
  assert.deepEqual(
    [lead?.dedupeKey, lead?.paper.facts, lead?.paper.columns.map((one) => one.id)],
    ['77', { mid: 'k1' }, ['name', 'mobile']],
  );
});
