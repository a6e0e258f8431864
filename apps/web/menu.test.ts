import assert from 'node:assert/strict';
import test from 'node:test';
import { compileMenu, type MenuDashboard, splitMenu } from './menu.ts';

const full = [
  'Admin',
  'Dashboards',
  'Enquiries',
  'Services',
  'Academics',
  'Reports',
  'Finance',
  'Tickets',
  'Communication',
].map((name) => ({ name }));
const more = (...names: string[]) =>
  splitMenu([...full, ...names.map((name) => ({ name }))]).more.map((item) => item.name);

test('shell story 6: labels of 80 characters stay, the one that passes 80 and all later go under more', () => {
  assert.deepEqual(more(), []);
  assert.deepEqual(more('Camps'), []);
  assert.deepEqual(more('Alumni'), ['Alumni']);
  assert.deepEqual(more('Parent events', 'FAQ'), ['Parent events', 'FAQ']);
  assert.equal(splitMenu([{ name: 'x'.repeat(90) }]).more.length, 1);
});

const menu: MenuDashboard[] = [
  {
    id: 1,
    name: 'Admin',
    isDefault: false,
    groups: [{ label: 'Admin', items: [{ key: 'f', label: 'Franchisees', link: '/franchisee' }] }],
  },
  {
    id: 2,
    name: 'Child',
    isDefault: true,
    groups: [
      {
        label: 'Child',
        items: [{ key: 'a', label: 'Attendance', link: '/attendance/report/{studentAdmissionID}' }],
      },
    ],
  },
];

test('shell story 5: centre users do not see /franchisee, head office does; student links carry the child', () => {
  assert.deepEqual(
    compileMenu(menu, { franchisee: { companyName: 'Andheri' }, studentAdmissionID: 'S 1' }).map(
      (d) => d.groups[0]?.items[0]?.link,
    ),
    ['/attendance/report/S%201'],
  );
  assert.deepEqual(
    compileMenu(menu, {
      franchisee: { companyName: 'Corporate Business Branch' },
      studentAdmissionID: null,
    }).map((d) => d.name),
    ['Admin'],
  );
});
