// Rights from a file and the sheets of roles, through HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, type TestApp, testApp } from '@aangan/testkit/app.ts';
import { people } from '@aangan/testkit/world.ts';
import { roleContract } from './role.contract.ts';
import { roleDelta } from './role-delta.ts';

let app: TestApp;
let asha: Caller;
before(async () => {
  app = await testApp();
  asha = app.as('Asha', { centre: null, steppedUp: true });
  const fields = {
    description: 'A test role',
    reach: 'NETWORK' as const,
    sessionClass: 'STAFF' as const,
    needsProof: false,
    needsApproval: false,
    maxDays: null,
  };
  await asha.call(roleContract.create, { ...fields, role: 'FROM_FILE' });
});
after(() => app.close());

const check = (text: string) => asha.call(roleContract.importCheck, { text, fileName: 'roles.csv' });
const rightOf = async (module: string) => {
  const [role] = (await asha.call(roleContract.list, { q: 'FROM_FILE' })).rows;
  const matrix = await asha.call(roleContract.get, { roleId: role?.id ?? 0 });
  return matrix.modules.find((m) => m.name === module)?.right;
};
const commit = async (text: string) => {
  const { roles } = await check(text);
  return asha.call(roleContract.importCommit, {
    text,
    fileName: 'roles.csv',
    versions: roles.map(({ roleId, version }) => ({ roleId, version })),
  });
};

test('system story 18: isWrite ‘false’ in a file is not writable, and a warning names the row', async () => {
  const sheet =
    'role,module,method,isWrite\r\nFROM_FILE,city,any,true\r\nFROM_FILE,pincodes,any,false\r\nFROM_FILE,FranchiseeData,any,\r\n';
  const { warnings, errors, roles, rows } = await check(sheet);
  assert.deepEqual([rows, errors], [3, []]);
  assert.deepEqual(
    warnings.map((w) => [w.row, w.field]),
    [[3, 'isWrite']],
  );
  assert.match(warnings[0]?.text ?? '', /^'false' is no flag/);
  assert.equal(await rightOf('city'), 'NONE', 'a check saves nothing');
  assert.deepEqual(roles[0]?.effect.modules.map((m) => [m.module, m.to]).toSorted(), [
    ['FranchiseeData', 'W'],
    ['city', 'W'],
    ['pincodes', 'R'],
  ]);
  assert.deepEqual(await commit(sheet), { applied: 1, waiting: 0 });
  assert.deepEqual(
    [await rightOf('city'), await rightOf('pincodes'), await rightOf('FranchiseeData')],
    ['W', 'R', 'W'],
  );
});

test('flags of JSON: true and absent write; false, ‘false’, 0 and {} do not, and all but false are named', async () => {
  const of = (isWrite: unknown) =>
    JSON.stringify([
      { role: 'FROM_FILE', module: 'enquiry', method: 'any', ...(isWrite === undefined ? {} : { isWrite }) },
    ]);
  const cases: [unknown, 'W' | 'R', number][] = [
    [true, 'W', 0],
    [undefined, 'W', 0],
    [null, 'W', 0],
    [false, 'R', 0],
    ['false', 'R', 1],
    [0, 'R', 1],
    [{}, 'R', 1],
    ['true', 'R', 1],
  ];
  for (const [flag, right, warned] of cases) {
    const { roles, warnings } = await check(of(flag));
    assert.deepEqual(
      [roles[0]?.effect.modules[0]?.to, warnings.length],
      [right, warned],
      JSON.stringify(flag),
    );
  }
});

test('unknown roles, modules and methods are errors of their rows, and nothing is stored', async () => {
  const sheet =
    'role,module,method,isWrite\r\nNOBODY,city,any,true\r\nFROM_FILE,cities,any,true\r\nFROM_FILE,city,HEAD,true\r\nSUPER_ADMIN,city,GET,\r\nFROM_FILE,level_1,any,true\r\nFROM_FILE,Ticketing,any,true\r\n';
  const { errors, roles } = await check(sheet);
  assert.deepEqual(
    errors.map((e) => [e.row, e.field]),
    [
      [2, 'role'],
      [3, 'module'],
      [4, 'method'],
      [5, 'role'],
      [6, 'module'],
    ],
  );
  assert.deepEqual(roles, []);
  const refused = await asha.raw(roleContract.importCommit, { text: sheet, fileName: 'x.csv', versions: [] });
  assert.deepEqual([refused.status, (refused.body as { code: string }).code], [422, 'role.import-errors']);
  assert.equal(await rightOf('Ticketing'), 'NONE');
  assert.equal((await check('role,modul\r\nx,y\r\n')).errors[0]?.row, 1);
  assert.equal((await check('[1]')).errors[0]?.row, 1);
});

test('an import is held to ceiling, version and the second person like every change', async () => {
  const money = 'role,module,method,isWrite\r\nFROM_FILE,feeStructure,any,true\r\n';
  assert.deepEqual(await commit(money), { applied: 0, waiting: 1 });
  assert.equal(await rightOf('feeStructure'), 'NONE');
  const sahil = app.as('Sahil', { steppedUp: true });
  const student = 'role,module\r\nTICKET_FRANCHISEE,student\r\n';
  const { roles } = await check(student);
  const versions = roles.map(({ roleId, version }) => ({ roleId, version }));
  await sahil.refused(
    roleContract.importCommit,
    { text: student, fileName: 'x.csv', versions },
    'role.ceiling',
  );
  await app.sql('update role set description = description where id = 24');
  await asha.refused(roleContract.importCommit, { text: student, fileName: 'x.csv', versions }, 'row.stale');
  await asha.refused(
    roleContract.importCommit,
    { text: student, fileName: 'x.csv', versions: [] },
    'row.stale',
  );
  await app
    .as('Sahil')
    .refused(roleContract.importCommit, { text: student, fileName: 'x.csv', versions }, 'step-up.needed');
});

test('a BSK role gets its one centre by the form and by a file, by number or name; an unknown or second one is an error', async () => {
  const { roleId } = await asha.call(roleContract.create, {
    description: 'BSK of Baner',
    reach: 'CENTRE',
    sessionClass: 'STAFF',
    needsProof: false,
    needsApproval: false,
    maxDays: null,
    role: 'BSK_FILE',
    franchiseeId: 3,
  });
  const centreOf = async () => (await asha.call(roleContract.get, { roleId })).role.franchiseeId;
  assert.equal(await centreOf(), 3);
  const [andheri] = await app.sql<{ name: string }>(
    'select company_name as name from franchisee where id = 2',
  );
  const sheet = (...centres: string[]) =>
    ['role,module,method,isWrite,franchisee', ...centres.map((c) => `BSK_FILE,enquiry,any,,${c}`)].join(
      '\r\n',
    );
  assert.deepEqual(
    (await check(sheet('2', '3', 'Nowhere'))).errors.map((e) => [e.row, e.field]),
    [
      [3, 'franchisee'],
      [4, 'franchisee'],
    ],
  );
  await commit(sheet(` ${andheri?.name.toUpperCase()} `, ''));
  assert.equal(await centreOf(), 2);
  await commit(sheet('3'));
  assert.equal(await centreOf(), 3);
  const [role] = (await asha.call(roleContract.list, { q: 'BSK_FILE' })).rows;
  const fields = { franchiseeId: 999_999 };
  const unknown = await asha.raw(
    roleContract.save,
    { roleId, delta: roleDelta.parse({ fields }), reason: null },
    { version: role?.version ?? 0 },
  );
  assert.equal(unknown.status, 422);
  await app
    .as('Sahil', { steppedUp: true })
    .refused(
      roleContract.save,
      { roleId, delta: roleDelta.parse({ fields: { franchiseeId: null } }), reason: null },
      'role.ceiling',
      { version: role?.version ?? 0 },
    );
});

test('the sheet of a role as PDF and workbook, and the matrix of all', async () => {
  const open = async (fileId: string) => {
    const response = await app.app.inject({
      method: 'GET',
      url: `/api/file/${fileId}`,
      headers: await asha.headers(),
    });
    assert.equal(response.statusCode, 200);
    return response.rawPayload;
  };
  const pdf = await asha.call(roleContract.sheet, { roleId: 18, format: 'pdf' });
  assert.match(pdf.name, /^Role FINANCE_ADMIN \d{4}-\d\d-\d\d\.pdf$/);
  assert.equal((await open(pdf.fileId)).subarray(0, 5).toString(), '%PDF-');
  const one = await asha.call(roleContract.sheet, { roleId: 18, format: 'xlsx' });
  assert.equal((await open(one.fileId)).subarray(0, 2).toString(), 'PK');
  const all = await asha.call(roleContract.sheet, { roleId: null, format: 'xlsx' });
  const { readSheet } = await import('@aangan/server/files/spreadsheet.ts');
  const sheet = await readSheet(await open(all.fileId));
  const city = sheet.rows.find((row) => row['Module'] === 'city');
  assert.deepEqual([city?.['SYSTEM'], city?.['TEACHER']], ['W', '']);
  assert.equal((await asha.raw(roleContract.sheet, { roleId: null, format: 'pdf' })).status, 422);
  assert.equal((await asha.raw(roleContract.sheet, { roleId: 99_999, format: 'pdf' })).status, 404);
  await app.as('Bina').refused(roleContract.sheet, { roleId: 18, format: 'pdf' }, 'module.missing');
  const logged = await app.sql(
    `select from access_log where contract = 'role.sheet' and user_id = $1 and action in ('PRINT', 'EXPORT')`,
    [people.Asha.id],
  );
  assert.equal(logged.length, 3);
});
