// Uniforms of children before their admission (first-pass plan of sop, story 12): twelve at once, a second time refused row by
// row.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people, YEAR } from '@aangan/testkit/world.ts';
import { NURSERY } from '@aangan/testkit/world-families.ts';
import { enquiryIndentContract as contract } from './enquiry-indent.contract.ts';

let app: TestApp;
let shirt: string;
before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-11-03T11:00:00+05:30'));
  await app.sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id) values ($1, 8, 'CENTRE', $2)`,
    [people.Esha.id, ANDHERI],
  );
  const [style] = await app.sql<{ id: string }>(
    `insert into product (sku, name, hsn, weight_g, kind, tracks_stock) values ('SHIRT', 'Shirt', '6109', 150, 'APPAREL_STYLE', false) returning id`,
  );
  shirt = style?.id ?? '';
  for (const code of ['22', '24'])
    await app.sql(
      `insert into product (sku, name, hsn, weight_g, kind, parent_id, size_code) values ('SHIRT-' || $1, 'Shirt ' || $1, '6109', 150, 'APPAREL_SIZE', $2, $1)`,
      [code, shirt],
    );
  await app.sql(
    `insert into uniform_kit_mapping (academic_year_id, class_id, gender, product_id, qty) values ($1, $2, 'BOTH', $3, 3)`,
    [YEAR, NURSERY, shirt],
  );
});
after(() => app?.close());

const esha = () => app.as('Esha');
let n = 0;
async function enquiry(stage = 'Admission Form Completed', centre: number = ANDHERI): Promise<string> {
  n += 1;
  const [household] = await app.sql<{ id: string }>(
    'insert into enquiry_household (franchisee_id) values ($1) returning id',
    [centre],
  );
  const [row] = await app.sql<{ id: string }>(
    `insert into enquiry (franchisee_id, enquiry_code, academic_year_id, household_id, child_first_name, child_dob, child_gender, guardian_name, source_id, spanco_status, stage_code, class_id, admitted_at, next_follow_up_on)
     select $1, $2, $3, $4, $5, '2022-10-01', 'FEMALE', 'Parent', (select id from enquiry_source limit 1), case $6 when 'Admission Confirmed' then 'Order' when 'Application Fee Link Sent' then 'Negotiation' else 'Closing' end, $6, $7,
       case when $6 = 'Admission Confirmed' then now() end, case when $6 <> 'Admission Confirmed' then date '2026-11-20' end returning id`,
    [
      centre,
      `ENQ-00${centre}-2627-${String(n).padStart(5, '0')}`,
      YEAR,
      household?.id,
      `Child ${n}`,
      stage,
      NURSERY,
    ],
  );
  return row?.id ?? '';
}
const row = (enquiryId: string, size = '22') => ({
  enquiryId,
  heightCm: 96,
  lines: [{ styleId: shirt, size, qty: 3 }],
});

test('story 12: twelve children before admission get twelve indents; sent again each row is refused by itself', async () => {
  const ids = [];
  for (let i = 0; i < 12; i += 1)
    ids.push(
      await enquiry(['Admission Form Completed', 'Temporarily Confirmed', 'Admission Confirmed'][i % 3]),
    );
  const early = await enquiry('Application Fee Link Sent');
  const seen = await esha().call(contract.children, {});
  assert.deepEqual(seen.children.map(({ enquiryId }) => enquiryId).sort(), [...ids].sort());
  assert.ok(seen.children.every(({ indentNo, ageMonths }) => indentNo === null && ageMonths === 42));
  assert.deepEqual(
    seen.styles.map(({ styleId, sizes }) => [styleId, sizes.map(({ sizeCode }) => sizeCode)]),
    [[shirt, ['22', '24']]],
  );
  const { rows } = await esha().call(contract.submitMany, { rows: ids.map((id) => row(id)) });
  assert.equal(rows.filter(({ number }) => number !== null).length, 12);
  const again = await esha().call(contract.submitMany, {
    rows: [...ids.map((id) => row(id)), row(early)],
  });
  assert.deepEqual(
    again.rows.map(({ code }) => code),
    [...ids.map(() => 'indent.already-open'), 'row.not-found'],
  );
  const locked = await esha().call(contract.children, {});
  assert.ok(locked.children.every(({ indentNo, indentId }) => indentNo !== null && indentId !== null));
  const [count] = await app.sql<{ n: number }>('select count(*)::int as n from uniform_indent');
  assert.equal(count?.n, 12);
});

test('a size that does not exist stays with its reason; another centre’s child is not found; who may not is refused', async () => {
  const [good, bad, there] = [await enquiry(), await enquiry(), await enquiry(undefined, BANER)];
  const { rows } = await esha().call(contract.submitMany, {
    rows: [row(good), row(bad, '99'), row(there)],
  });
  assert.deepEqual(
    rows.map(({ code }) => code),
    [null, 'indent.size-unknown', 'row.not-found'],
  );
  await app.as('Divya').refused(contract.children, {}, 'module.missing');
  await app.as('Rekha').refused(contract.submitMany, { rows: [row(good)] }, 'module.missing');
  await esha().refused(contract.submitMany, { rows: [row(bad), row(bad)] }, 'input.invalid');
});
