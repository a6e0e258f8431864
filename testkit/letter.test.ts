// Words, flags and filters of the specification to the letter, row by row (shared/spec/letter.md), where no other test
// names the row. The words stand here as the specification writes them, in its order.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { encodeQuery, openModules } from '@aangan/contract/endpoint.ts';
import { areaServers } from '../apps/api/areas.ts';
import { enquiryContract } from '../areas/enquiries/enquiry/enquiry.contract.ts';
import { programmes } from '../areas/enquiries/enquiry/enquiry.states.ts';
import { sourceIds } from '../areas/enquiries/enquiry-sources.ts';
import { numericOnly } from '../packages/web/fields/numeric-only.ts';
import { lookOf } from '../packages/web/ui/state-look.ts';
import { type TestApp, testApp } from './app.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const lists: readonly {
  row: string;
  table: string;
  column: string;
  words: readonly string[];
  more?: true;
}[] = [
  {
    row: '82 reference types of user payments',
    table: 'payment',
    column: 'reference_type',
    words: [
      'APPLICATION_FORM',
      'REGISTRATION_FORM',
      'ADMISSION_FORM',
      'APPLICATION_FORM_OFFLINE',
      'APPLICATION_FORM_FILL',
      'APPLICATION_FORM_FILL_OFFLINE',
      'TUITION FEES',
    ],
  },
  {
    row: '86 class group types',
    table: 'class_group',
    column: 'type',
    words: ['Teacher Training', 'Curriculum', 'Recorded Classes', 'Curriculum_CMS'],
  },
  {
    row: '90 class categories',
    table: 'class',
    column: 'category',
    words: [
      'Bridge Course',
      'Intellibaby Parent Toddler Circle (1Year - 2Years)',
      'Hybrid',
      'Parent Toddler',
    ],
  },
  { row: '96 follow-up type', table: 'follow_up', column: 'type', words: ['academic'], more: true },
  {
    row: '100 concession type',
    table: 'concession',
    column: 'concession_type',
    words: ['Royalty Concession'],
    more: true,
  },
  {
    row: '126 student edit status',
    table: 'enrolment',
    column: 'edit_status',
    words: ['pending', 'completed'],
  },
];

test('rows 82, 86, 90, 96, 100, 126: the words of the specification are what the tables hold', async () => {
  for (const { row, table, column, words, more } of lists) {
    const checks = await app.sql<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::regclass and contype = 'c'
        and pg_get_constraintdef(oid) ~ ('\\m' || $2 || '\\M') and pg_get_constraintdef(oid) ~ 'ARRAY'`,
      [table, column],
    );
    const held = checks.map(({ text }) =>
      [...text.matchAll(/'((?:[^']|'')*)'::text/g)].map((match) => match[1]),
    );
    assert.ok(
      held.some((list) =>
        more ? words.every((word) => list.includes(word)) : JSON.stringify(list) === JSON.stringify(words),
      ),
      `${row}: ${JSON.stringify(held)}`,
    );
  }
});

test('row 104: the Tots Readiness Program is a programme of enquiries', () => {
  assert.ok(programmes.includes('Tots Readiness Program'));
});

test('rows 6, 7, 45: screens stand in the area and carry the flags of the 471 routes', () => {
  const routes = new Map(
    readFileSync(path.join(import.meta.dirname, 'routes.tsv'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('/') || line.includes('\t/'))
      .map((line) => {
        const [area = '', at = '', flags = ''] = line.split('\t');
        return [at, [area, ...flags.split(',').filter((flag) => flag !== '-')].sort().join()];
      }),
  );
  assert.equal(routes.size, 471);
  const screens = areaServers.flatMap(({ area }) => area.screens.map((screen) => ({ area, screen })));
  const declared = new Set<string>(screens.map(({ screen }) => screen.path));
  assert.deepEqual(
    [...routes.keys()].filter((route) => !declared.has(route)),
    [],
  );
  const different = screens.flatMap(({ area, screen }) => {
    const flags = [
      ...(screen.write ? ['write'] : []),
      ...(screen.centre ? ['centre'] : []),
      ...(screen.module === openModules.anyone ? ['public'] : []),
    ];
    const stands = [area.name, ...flags].sort().join();
    const wanted = routes.get(screen.path);
    return wanted === stands ? [] : [`${screen.path}: ${stands}, specified: ${wanted}`];
  });
  // `/system` alone is no route of the specification: it only leads on.
  assert.deepEqual(different, ['/system: system, specified: undefined']);
});

test('rows 112, 113: an order that waits reads Placed; each status has its style, anything else is danger', () => {
  const looks = Object.fromEntries(
    ['PENDING', 'FAIL', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'ELSE'].map((state) => [
      state,
      lookOf('order', state),
    ]),
  );
  assert.deepEqual(looks, {
    PENDING: ['info', 'Placed'],
    FAIL: ['danger', 'Fail'],
    CONFIRMED: ['shipped', 'Confirmed'],
    SHIPPED: ['confirm', 'Shipped'],
    DELIVERED: ['delivery', 'Delivered'],
    CANCELLED: ['danger', 'Cancelled'],
    ELSE: ['danger', 'Else'],
  });
});

test('row 75: the shared filters of enquiries find by sub-status, words and class category', async () => {
  const esha = app.as('Esha');
  const [ordinary, special] = await app.sql<{ id: number }>('select id from class order by id limit 2');
  assert.ok(ordinary && special);
  await app.sql(`update class set category = 'Parent Toddler' where id = $1`, [special.id]);
  for (const [n, classId] of [ordinary.id, special.id].entries())
    await esha.call(enquiryContract.capture, {
      guardianName: n === 0 ? 'Meera Iyer' : 'Sunil Rao',
      mobile: `982010090${n}`,
      children: [{ firstName: n === 0 ? 'Vivaan' : 'Ananya', dob: '2024-03-05', classId }],
      sourceId: sourceIds.walkIn,
    });
  const found = async (input: object) =>
    (await esha.call(enquiryContract.list, input)).rows.map((row) => row.guardianName).sort();
  assert.deepEqual(await found({ studentClassCategory: ['Parent Toddler'] }), ['Sunil Rao']);
  assert.deepEqual(await found({ searchValue: 'Vivaan' }), ['Meera Iyer']);
  const [sub] = await app.sql<{ sub: string | null }>('select sub_status as sub from enquiry limit 1');
  await app.sql(`update enquiry set sub_status = 'Warm' where guardian_name = 'Sunil Rao'`);
  assert.deepEqual(await found({ spancoSubStatus: ['Warm'] }), ['Sunil Rao'], String(sub?.sub));
  const query = encodeQuery(enquiryContract.list.input, { searchValue: 'Vivaan' });
  assert.equal(query.toString(), 'searchValue=Vivaan');
});

test('row 138: digits only, and one decimal point where decimals are allowed', () => {
  const blocked = (key: string, value: string, decimals: boolean, ctrlKey = false) => {
    let stopped = false;
    const event = {
      key,
      ctrlKey,
      metaKey: false,
      altKey: false,
      currentTarget: { value },
      preventDefault: () => {
        stopped = true;
      },
    };
    numericOnly({ decimals }).onKeyDown(event);
    return stopped;
  };
  for (const key of '0123456789') assert.equal(blocked(key, '', false), false);
  for (const key of ['a', '-', '+', 'e', ' ', '.', '₹', '٣'])
    assert.equal(blocked(key, '', false), true, key);
  for (const key of ['Backspace', 'Tab', 'Enter', 'ArrowLeft'])
    assert.equal(blocked(key, '', false), false, key);
  assert.equal(blocked('v', '', false, true), false, 'shortcuts work');
  assert.equal(blocked('.', '12', true), false);
  assert.equal(blocked('.', '1.2', true), true);
  assert.equal(numericOnly().inputMode, 'numeric');
  assert.equal(numericOnly({ decimals: true }).inputMode, 'decimal');
});
