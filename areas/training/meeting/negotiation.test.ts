// How two browsers agree, without a browser: who gives way, what is of a run that is over, what is none of ours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begins, connects, judge, type Message, pictureFor, readMessage } from './negotiation.ts';
import { layoutOf, sends } from './room-rules.ts';

const offer = (run: string): Message => ({ run, type: 'offer', sdp: 'v=0' });
const answer = (run: string): Message => ({ run, type: 'answer', sdp: 'v=0' });
const way = (run: string): Message => ({
  run,
  candidate: { candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0 },
});
const first = { run: 'a', begins: true, makingOffer: false, stable: true };
const second = { ...first, begins: false };

test('one of a pair begins, and only where somebody has something to show', () => {
  assert.notEqual(begins('1', '2'), begins('2', '1'));
  const [sender, viewer] = [{ sends: true }, { sends: false }];
  assert.deepEqual(
    [connects(sender, viewer), connects(viewer, sender), connects(viewer, viewer)],
    [true, true, false],
  );
  assert.deepEqual([layoutOf(6), layoutOf(7), layoutOf(null)], ['MEETING', 'LECTURE', 'LECTURE']);
  assert.deepEqual(
    [
      sends('MEETING', 'Participant'),
      sends('LECTURE', 'Participant'),
      sends('LECTURE', 'Expert'),
      sends('MEETING', 'Observer'),
    ],
    [true, false, true, false],
  );
});

test('an offer of a new run makes a connection, at the one who does not begin', () => {
  assert.equal(judge(offer('b'), { ...second, run: null }), 'open');
  assert.equal(judge(offer('b'), second), 'open');
  assert.equal(judge(offer('b'), first), 'drop');
  assert.deepEqual([judge(answer('b'), first), judge(way('b'), second)], ['drop', 'drop']);
});

test('when both speak at once, who begins goes on and the other gives way', () => {
  const open = { makingOffer: false, stable: false };
  assert.deepEqual(
    [judge(offer('a'), { ...first, ...open }), judge(offer('a'), { ...second, ...open })],
    ['drop', 'take'],
  );
  assert.equal(judge(offer('a'), { ...first, makingOffer: true }), 'drop');
  assert.equal(judge(offer('a'), first), 'take');
  assert.deepEqual([judge(answer('a'), { ...first, ...open }), judge(answer('a'), first)], ['take', 'drop']);
  assert.equal(judge(way('a'), second), 'take');
});

test('who does not begin may ask for a new run', () => {
  assert.deepEqual([judge({ again: true }, first), judge({ again: true }, second)], ['anew', 'drop']);
});

test('what another browser sent is read strictly', () => {
  for (const message of [offer('a'), answer('a'), way('a'), { again: true as const }])
    assert.deepEqual(readMessage(JSON.stringify(message)), message);
  for (const bad of ['', 'x', '{}', 'null', '{"run":1}', JSON.stringify({ ...offer('a'), type: 'rollback' })])
    assert.equal(readMessage(bad), null, bad);
});

test('the more people, the smaller the picture', () => {
  assert.deepEqual(
    [2, 4, 6].map((people) => pictureFor('MEETING', people).bitrate),
    [500_000, 300_000, 150_000],
  );
  assert.equal(pictureFor('LECTURE', 2).bitrate, 150_000);
});
