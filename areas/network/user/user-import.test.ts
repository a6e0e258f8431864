import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, type PersonName } from '@aangan/testkit/world.ts';
import { franchiseeImport } from '../franchisee/franchisee-import.contract.ts';
import { userImport } from './user-import.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

type Endpoints = typeof userImport.endpoints | typeof franchiseeImport.endpoints;
/** Every fault of a checked file, row by row. */
const faultsOf = async (of: Endpoints, who: PersonName, { jobId }: { jobId: string }) =>
  (await app.as(who).call(of.rows, { jobId })).rows.flatMap(({ row, faults }) =>
    faults.map(({ column, text, value }) => ({ row, column, text, value })),
  );

const HEAD =
  'first_name,last_name,email,mobile,department,designation,employee_code,role,scope,zone_code,franchisee_id,from,to';
const rowOf = (n: number, mobile = `98197${String(10000 + n)}`, role = 'Councellor') =>
  `Person${n},Test,person${n}@aangan.test,${mobile},CUSTOMER CARE,Counsellor,E${n},${role},CENTRE,,${ANDHERI},,`;
const file = (rows: readonly string[]) => ({
  csv: `\ufeff${[HEAD, ...rows].join('\r\n')}`,
  fileName: 'people.csv',
});

test('network story 10: 38 people: one bad mobile stores nothing and says where; mended they are invited once, however often one presses', async () => {
  const kavi = app.as('Kavi');
  const rows = Array.from({ length: 38 }, (_, n) => rowOf(n, n === 5 ? '12345' : undefined));
  const bad = await kavi.call(userImport.endpoints.check, file(rows));
  assert.deepEqual([bad.total, bad.ok, bad.bad], [38, 37, 1]);
  assert.deepEqual(await faultsOf(userImport.endpoints, 'Kavi', bad), [
    { row: 7, column: 'mobile', text: '10 digits starting 6–9.', value: '12345' },
  ]);
  await kavi.refused(userImport.endpoints.commit, { jobId: bad.jobId }, 'import.has-errors');
  const [none] = await app.sql<{ n: number }>(
    `select count(*)::int as n from app_user where email_norm like 'person%'`,
  );
  assert.equal(none?.n, 0);
  const good = await kavi.call(
    userImport.endpoints.check,
    file(Array.from({ length: 38 }, (_, n) => rowOf(n))),
  );
  assert.deepEqual([good.ok, good.bad], [38, 0]);
  assert.deepEqual(
    await kavi.call(userImport.endpoints.commit, { jobId: good.jobId }, { key: 'import-people-1' }),
    { inserted: 38 },
  );
  assert.deepEqual(
    await kavi.call(userImport.endpoints.commit, { jobId: good.jobId }, { key: 'import-people-1' }),
    { inserted: 38 },
    'the same press again',
  );
  await kavi.refused(userImport.endpoints.commit, { jobId: good.jobId }, 'import.done', {
    key: 'import-people-2',
  });
  const [made] = await app.sql<{ people: number; invites: number }>(
    `select (select count(*)::int from app_user where email_norm like 'person%' and state = 'INVITED') as people,
      (select count(*)::int from outbox where dedupe_key like '%network.invite:%') as invites`,
  );
  assert.deepEqual(made, { people: 38, invites: 38 }, 'each has one invitation');
});

test('what a row may not say: a role above me, somebody’s address, twice in the file, an unknown department', async () => {
  const verdict = await app
    .as('Bina')
    .call(
      userImport.endpoints.check,
      file([
        rowOf(100, undefined, 'FINANCE_ADMIN'),
        rowOf(101),
        rowOf(101),
        rowOf(102).replace('person102@aangan.test', 'bina@aangan.test'),
        rowOf(103).replace('CUSTOMER CARE', 'GARDENING'),
      ]),
    );
  assert.deepEqual(
    (await faultsOf(userImport.endpoints, 'Bina', verdict)).map(({ row, column }) => `${row} ${column}`),
    ['2 role', '4 email', '4 mobile', '5 email', '6 department'],
  );
  const missing = await app
    .as('Bina')
    .call(userImport.endpoints.check, { csv: 'first_name,nonsense\nA,B', fileName: 'x.csv' });
  assert.deepEqual([missing.missing, missing.ok], [['role'], 0], 'a needed column is not there');
  assert.deepEqual(
    missing.headings.map(({ column }) => column),
    ['firstName', null],
    'what is no column is not read',
  );
  await app.as('Bina').refused(userImport.endpoints.commit, { jobId: missing.jobId }, 'import.columns');
});

test('centres from a file: the form’s rules, all or none, by head office only', async () => {
  const head =
    'company_name,model,brand,zone_code,city,state,address1,pincode,lat,lng,phone,email,gstin,store_code';
  const centre = (name: string, gstin: string, code: string) =>
    `${name},FOFO,Aangan,W,Pune,Maharashtra,1 Road,411045,18.5,73.8,9819811111,,${gstin},${code}`;
  const asha = app.as('Asha');
  const bad = await asha.call(franchiseeImport.endpoints.check, {
    csv: [head, centre('Aundh', '27AAPFU0939F1ZA', 'AUN'), centre('Andheri', '', 'AUN')].join('\n'),
    fileName: 'centres.csv',
  });
  assert.deepEqual(
    (await faultsOf(franchiseeImport.endpoints, 'Asha', bad)).map(({ row, column, text }) => [
      row,
      column,
      text,
    ]),
    [
      [2, 'gstin', 'Check digit should be V.'],
      [3, 'companyName', 'There is already a centre of this name.'],
      [3, 'code', 'stands in the file twice.'],
    ],
  );
  const good = await asha.call(franchiseeImport.endpoints.check, {
    csv: [head, centre('Aundh', '27AAPFU0939F1ZV', 'AUN'), centre('Kharadi', '', 'KHA')].join('\n'),
    fileName: 'centres.csv',
  });
  assert.equal(good.bad, 0);
  assert.deepEqual(await asha.call(franchiseeImport.endpoints.commit, { jobId: good.jobId }), {
    inserted: 2,
  });
  const rows = await app.sql<{ status: string }>(
    `select status from franchisee where company_name in ('Aundh', 'Kharadi')`,
  );
  assert.deepEqual(
    rows.map((row) => row.status),
    ['LEAD', 'LEAD'],
  );
});
