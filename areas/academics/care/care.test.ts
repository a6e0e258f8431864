// The day's care: many children in one tap, once whatever is sent again, read by the own family only.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children, sections } from '@aangan/testkit/world-families.ts';
import { diaryContract } from '../diary/diary.contract.ts';
import { classroomOf } from '../diary/diary-testing.ts';
import { careContract as contract } from './care.contract.ts';

let app: TestApp;
let nurseryB = '';
before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-11-23T12:30:00+05:30'));
  ({ nurseryB } = await classroomOf(app));
});
after(() => app.close());

const sectionId = sections[ANDHERI];
const { Aarav, Kabir, Myra } = children;
const tap = (more: Partial<InputOf<typeof contract.record>> = {}) => ({
  sectionId,
  kind: 'MEAL' as const,
  value: 'ALL',
  children: [Aarav, Kabir].map(({ admissionId }) => ({ id: randomUUID(), enrolmentId: admissionId })),
  ...more,
});
const divya = () => app.as('Divya');

test('one tap notes it for many children, once; a mistake is taken back; the family sees its own child’s', async () => {
  const meal = tap();
  assert.deepEqual(await divya().call(contract.record, meal), { noted: 2 });
  assert.deepEqual(await divya().call(contract.record, meal), { noted: 0 });
  app.moveClock(new Date('2026-11-23T13:30:00+05:30'));
  await divya().call(contract.record, tap({ kind: 'NAP', value: null, qty: 40 }));
  const board = await divya().call(contract.board, { sectionId });
  assert.deepEqual(
    board.rows.map(({ name, events }) => [name, events.map(({ kind }) => kind)]),
    [
      ['Aarav', ['MEAL', 'NAP']],
      ['Kabir', ['MEAL', 'NAP']],
    ],
  );
  await divya().call(contract.remove, { id: board.rows[0]?.events[0]?.id ?? '' });
  const feed = await app.as('Gita').call(diaryContract.feed, { id: Aarav.studentId });
  assert.deepEqual(
    feed.days.map(({ day, care }) => [day, care.map(({ kind, qty }) => [kind, qty])]),
    [['2026-11-23', [['NAP', 40]]]],
  );
  await app.as('Gita').refused(contract.board, { sectionId }, 'module.missing');
  await app.as('Gita').refused(diaryContract.feed, { id: Kabir.studentId }, 'row.not-found');
});

test('each kind has its own words, of children of the section, by its teachers', async () => {
  for (const wrong of [
    { value: 'WET' },
    { value: null },
    { kind: 'NAP' as const },
    { kind: 'NAP' as const, value: null },
    { kind: 'TEMPERATURE' as const, value: null, qty: 500 },
    { kind: 'INCIDENT' as const, value: null },
  ])
    await divya().refused(contract.record, tap(wrong), 'input.invalid');
  await divya().call(
    contract.record,
    tap({ kind: 'INCIDENT', value: null, note: 'Fell from the swing, cold pack' }),
  );
  await divya().call(contract.record, tap({ kind: 'TEMPERATURE', value: null, qty: 372 }));
  const strange = [{ id: randomUUID(), enrolmentId: Myra.admissionId }];
  await divya().refused(contract.record, tap({ children: strange }), 'diary.not-in-section');
  await divya().refused(contract.record, tap({ sectionId: nurseryB }), 'section.not-yours');
  await app.as('Charu').refused(contract.record, tap(), 'row.not-found');
  await app.as('Usha').refused(contract.record, tap(), 'module.missing');
  const [event] = (await divya().call(contract.board, { sectionId })).rows.flatMap(({ events }) => events);
  await app.as('Charu').refused(contract.remove, { id: event?.id ?? '' }, 'row.not-found');
  app.moveClock(new Date('2026-11-24T09:00:00+05:30'));
  await divya().refused(contract.remove, { id: event?.id ?? '' }, 'care.past');
});
