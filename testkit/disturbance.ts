// Disturbances to hunt for tests (and screens) that only pass in the usual order: answers that take their time, and a
// slow browser. Off unless asked for, so that a run that judges is never disturbed.
//   AANGAN_TEST_JITTER_MS=800  each answer of the API over a socket waits, up to so long, before the work or after it
//   AANGAN_TEST_SLOW_BROWSER=5 the browser's processor is so many times slower
import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const JITTER_MS = Number(process.env['AANGAN_TEST_JITTER_MS'] ?? 0);
const SLOWER = Number(process.env['AANGAN_TEST_SLOW_BROWSER'] ?? 1);

// The journeys start the whole product, which knows nothing of tests: every Fastify of this process is reached here.
if (JITTER_MS > 0) subscribe('fastify.initialization', (message) => delayAnswers(fastifyOf(message)));

const fastifyOf = (message: unknown): FastifyInstance => (message as { fastify: FastifyInstance }).fastify;

function delayAnswers(app: FastifyInstance): void {
  // Half of the time the work itself comes late, else only its answer: both orders are met on a slow machine.
  const late = new WeakSet<object>();
  app.addHook('onRequest', async ({ raw }) => {
    // What a test sends in by itself has no page that waits for it.
    if (!raw.url?.startsWith('/api/') || !(raw.socket instanceof Socket)) return;
    if (Math.random() < 0.5) await sleep(Math.random() * JITTER_MS);
    else late.add(raw);
  });
  app.addHook('onSend', async ({ raw }) => {
    if (late.has(raw)) await sleep(Math.random() * JITTER_MS);
  });
}

/** Makes every page of this browser slow, when that is asked for. */
export function disturb(browser: Browser): void {
  if (SLOWER <= 1) return;
  const watch = (context: BrowserContext): void => void context.on('page', slowDown);
  browser.on('context', watch);
}

async function slowDown(page: Page): Promise<void> {
  try {
    const tools = await page.context().newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  } catch {
    // The page left before it could be slowed down.
  }
}
