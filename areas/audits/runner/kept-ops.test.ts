import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question } from '../engine/audit.contract.ts';
import { type KeptOp, type LocalOp, nextBatch, olderRefusal, unsentText, withOps } from './kept-ops.ts';

const question: Question = {
  id: 'q',
  code: 'Q-1',
  question: 'Clean?',
  guidance: null,
  responseKind: 'YES_NO_NA',
  critical: false,
  optional: false,
  photoOn: 'NO',
  noteOnNo: false,
  response: 'yes',
  scale: null,
  note: null,
  rev: 2,
  photos: [{ fileId: 'old', url: '' }],
  before: null,
};
let n = 0;
const kept = (op: object): KeptOp => {
  n += 1;
  return {
    auditId: 'a',
    number: 'AUD/1',
    family: 'AMS',
    franchiseeId: 2,
    at: n,
    op: { opId: `op-${n}`, parameterId: 'q', ...op } as LocalOp,
    refused: null,
  };
};
const answer = (response: 'yes' | 'no', rev: number) =>
  kept({ kind: 'answer', atDevice: '', response, scale: null, note: null, rev });
const photo = (fileId: string | null) => kept({ kind: 'photo', shot: 's', fileId });

test('what waits on the device stands over what was read; a lower revision and one refused as older do not', () => {
  assert.equal(withOps([question], [answer('no', 3)])[0]?.response, 'no');
  assert.equal(withOps([question], [answer('no', 2)])[0]?.response, 'yes');
  const older = answer('no', 9);
  assert.equal(withOps([question], [{ ...older, refused: olderRefusal(older.op) }])[0]?.response, 'yes');
  assert.deepEqual(
    withOps([question], [photo('new'), photo('new'), kept({ kind: 'photo-gone', fileId: 'old' })])[0]?.photos,
    [{ fileId: 'new', url: '' }],
  );
});

test('answers do not wait for photos, and a photo goes once its bytes are there', () => {
  const all = [answer('no', 3), photo(null), photo('f'), answer('yes', 4)];
  assert.deepEqual(
    nextBatch(all, 10).map(({ kind }) => kind),
    ['answer', 'photo', 'answer'],
  );
  assert.equal(nextBatch(all, 2).length, 2);
  assert.ok(!nextBatch(all, 10).some((op) => 'shot' in op), 'the server takes no word it does not know');
  assert.equal(unsentText(all), '2 answers and 2 photos');
  assert.equal(unsentText([]), null);
});
