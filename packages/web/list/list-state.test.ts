import assert from 'node:assert/strict';
import test from 'node:test';
import { type ListFilter, listLink, readListState, writeListState } from './list-state.ts';

const filters: ListFilter[] = [
  { name: 'status', label: 'Status', kind: 'choice' },
  { name: 'cityId', label: 'City', kind: 'reference', to: 'city' },
  { name: 'endsOn', label: 'Ends', kind: 'date', range: true },
  { name: 'active', label: 'Active', kind: 'boolean' },
];

test('a list state survives its way through the URL', () => {
  const state = {
    q: 'asha & co',
    filters: { status: ['OPEN', 'CLOSED'], cityId: 7, endsOn: { from: '2026-04-01' }, active: false },
    sort: '-endsOn',
    after: 'abc',
    skip: 50,
  };
  const params = writeListState(new URLSearchParams('tab=fees&q=old'), filters, state);
  assert.equal(params.get('tab'), 'fees');
  assert.deepEqual(readListState(params, filters), state);
});

test('a foreign or damaged value is left out', () => {
  const state = readListState(new URLSearchParams('active=perhaps&endsOn.from=&skip=-3&other=1'), filters);
  assert.deepEqual(state, { q: '', filters: {}, sort: null, after: null, skip: 0 });
});

test('tiles link with the filters of the list', () => {
  assert.equal(
    listLink('/forms/enquiry/list', { spancoStatus: 'Suspect', stage: 'Yet_to_call' }),
    '/forms/enquiry/list?spancoStatus=Suspect&stage=Yet_to_call',
  );
  assert.equal(
    listLink('/x', { endsOn: { from: '2026-04-01', to: '2026-04-30' } }, { sort: '-endsOn' }),
    '/x?endsOn.from=2026-04-01&endsOn.to=2026-04-30&sort=-endsOn',
  );
});
