// Promises B1 and B3: a change made without a network goes out exactly once, whatever happens to the tab or the answer,
// and money never waits. Random schedules on the real queue in a real browser (500 in `npm run prove`). Each with its
// broken twin.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { launchBrowser } from '@aangan/testkit/browser.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { sized } from '@aangan/testkit/prove.ts';
import { Dice } from '@aangan/testkit/random.ts';
import type { QueueTools } from '@aangan/web/local/queue-testing.ts';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { allEndpoints } from '../api/app.ts';
import { areaServers } from '../api/areas.ts';

declare global {
  interface Window {
    queueTools: QueueTools;
  }
}

const SCHEDULES = sized(120, 500);
const USER = 'user-a';
const KEY = Buffer.alloc(32, 7).toString('base64');
const OUTCOMES = ['ok', 'ok', 'lost', 'down', 'busy', 'refuse'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** A server as ours is towards idempotency keys: the first use acts, later uses get the same answer. */
const world = {
  /** What happens to the next requests; then `ok`. */
  outcomes: [] as Outcome[],
  forgetful: false,
  answers: new Map<string, { status: number; body: object }>(),
  effects: new Map<string, number>(),
  refused: new Set<string>(),
};

let server: Server;
let origin: string;
let browser: Browser;
let page: Page;
before(async () => {
  const script = await bundle();
  server = createServer((request, response) => void answer(request, response, script));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(origin);
  await page.waitForFunction(() => 'queueTools' in window);
  await page.evaluate(([user, key]) => window.queueTools.open(user ?? '', key ?? ''), [USER, KEY]);
});
after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: path.resolve(import.meta.dirname),
    build: {
      write: false,
      minify: false,
      lib: {
        entry: path.resolve(import.meta.dirname, '../../packages/web/local/queue-testing.ts'),
        formats: ['es'],
        fileName: 'queue',
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const outputs = Array.isArray(built)
    ? built.flatMap((one) => one.output)
    : 'output' in built
      ? built.output
      : [];
  const [chunk] = outputs.filter((one) => one.type === 'chunk');
  assert.ok(chunk);
  return chunk.code;
}

async function answer(request: IncomingMessage, response: ServerResponse, script: string): Promise<void> {
  if (request.method === 'GET') {
    const isScript = request.url === '/queue.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript
        ? script
        : '<!doctype html><title>Queue</title><script type="module" src="/queue.js"></script>',
    );
    return;
  }
  let text = '';
  for await (const part of request) text += String(part);
  const outcome = world.outcomes.shift() ?? 'ok';
  if (outcome === 'down') return void request.socket.destroy();
  if (outcome === 'busy')
    return reply(response, 503, { code: 'server.busy', message: 'Service Unavailable!' });
  const key = String(request.headers['idempotency-key']);
  const known = world.forgetful ? undefined : world.answers.get(key);
  const input = JSON.parse(text) as { run: string; n: number };
  const made =
    known ??
    (outcome === 'refuse'
      ? { status: 422, body: { code: 'mark.refused', message: 'Not like this.' } }
      : { status: 200, body: { n: input.n } });
  if (!known) {
    world.answers.set(key, made);
    const effect = `${input.run}:${input.n}`;
    if (made.status === 200) world.effects.set(effect, (world.effects.get(effect) ?? 0) + 1);
    else world.refused.add(effect);
  }
  if (outcome === 'lost') return void request.socket.destroy();
  reply(response, made.status, made.body);
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

/** The tab dies and comes back, as after a crash: what stood on the device stands there still. */
async function killTab(): Promise<void> {
  await page.goto(origin);
  await page.waitForFunction(() => 'queueTools' in window);
  await page.evaluate((user) => window.queueTools.reopen(user), USER);
}

const keptOnDevice = (n: number): Promise<unknown> =>
  page
    .waitForFunction((title) => window.queueTools.waiting().some((one) => one.title === title), `Mark ${n}`)
    .catch(() => null);

/** Runs one random schedule to its end. Gives what went wrong. */
async function schedule(run: string, dice: Dice): Promise<string[]> {
  const adds = dice.between(1, 4);
  world.outcomes = Array.from({ length: dice.between(0, 8) }, () => dice.pick(OUTCOMES));
  for (let n = 0; n < adds; n += 1) {
    const adding = page
      .evaluate(([name, i]) => window.queueTools.add(String(name), Number(i)), [run, n] as const)
      .catch(() => 'killed');
    if (dice.chance(0.15)) {
      // The tab dies while the change is on its way: it stands on the device, its answer may never be read.
      await Promise.race([adding, keptOnDevice(n)]);
      await killTab();
    } else await adding;
  }
  world.outcomes = [];
  for (let tries = 0; tries < 5; tries += 1) await page.evaluate(() => window.queueTools.send());
  const left = await page.evaluate(() => window.queueTools.waiting());
  const wrong: string[] = [];
  if (left.some(({ state }) => state !== 'REFUSED')) wrong.push(`${run}: still waiting`);
  for (let n = 0; n < adds; n += 1) {
    const effects = world.effects.get(`${run}:${n}`) ?? 0;
    const refused = world.refused.has(`${run}:${n}`);
    if (effects !== (refused ? 0 : 1))
      wrong.push(`${run}:${n} happened ${effects} times${refused ? ', refused' : ''}`);
  }
  for (const { id } of left) await page.evaluate((one) => window.queueTools.discard(one), id);
  return wrong;
}

test('B1: nothing is lost and nothing is sent twice over random schedules', async () => {
  const seed = 20_261_121;
  const dice = new Dice(seed);
  const wrong: string[] = [];
  const began = performance.now();
  for (let i = 0; i < SCHEDULES; i += 1) wrong.push(...(await schedule(`s${i}`, dice)));
  publishFigure({
    promise: 'B1',
    n: SCHEDULES,
    failures: wrong.length,
    seconds: Math.round((performance.now() - began) / 1000),
    seed,
    effects: world.effects.size,
  });
  assert.deepEqual(wrong, []);
});

test('B1, broken twin: a server that forgets keys is noticed', async () => {
  world.forgetful = true;
  world.outcomes = ['lost'];
  await page.evaluate(() => window.queueTools.add('twin', 1));
  world.outcomes = [];
  await page.evaluate(() => window.queueTools.send());
  world.forgetful = false;
  assert.equal(world.effects.get('twin:1'), 2, 'the twin must be noticed');
});

test('B3 and shell story 14: no operation of money, approvals or grants may wait offline', async () => {
  const endpoints = allEndpoints(areaServers).map(({ endpoint }) => endpoint);
  const guarded = endpoints.filter(
    ({ kind, money, stepUp, name }) =>
      kind === 'command' && (money || stepUp || /approve|reject|grant|transfer|refund|settle|pay/.test(name)),
  );
  world.outcomes = [];
  const before = world.effects.size;
  let queued = 0;
  for (const { name, offline } of guarded)
    if (
      await page.evaluate(
        ([one, marked]) => window.queueTools.mayWait(String(one), { offline: Boolean(marked) }),
        [name, offline] as const,
      )
    )
      queued += 1;
  publishFigure({ promise: 'B3', operations: guarded.length, queued });
  assert.ok(guarded.length > 20, `${guarded.length} operations`);
  assert.deepEqual([queued, world.effects.size - before], [0, 0]);
  // Broken twin: the same call with the mark is taken.
  assert.equal(await page.evaluate(() => window.queueTools.mayWait('mark.save', { offline: true })), true);
});
