// Only the platform's clock and events are stood in for: a browser that says it is back loses the first call when it likes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tryAgain } from './try-again.ts';

test('the network is back: tried at once, again soon after, then every minute, until it is stopped', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const before = { window: globalThis.window, document: globalThis.document };
  const window = new EventTarget();
  Object.assign(globalThis, {
    window,
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  });
  t.after(() => Object.assign(globalThis, before));
  let tries = 0;
  const triesAfter = (ms: number): number => {
    t.mock.timers.tick(ms);
    return tries;
  };
  const stop = tryAgain(() => {
    tries += 1;
  });
  assert.equal(triesAfter(1_000), 1);
  window.dispatchEvent(new Event('online'));
  assert.equal(tries, 2);
  assert.equal(triesAfter(2_000), 3);
  assert.equal(triesAfter(8_000), 4);
  assert.equal(triesAfter(49_000), 5, 'the minute');
  window.dispatchEvent(new Event('online'));
  stop();
  assert.equal(triesAfter(120_000), 6, 'nothing after the stop');
});
