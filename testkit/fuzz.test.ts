// Promise R1: no input makes a 5xx, a hang or a stack trace, and nothing the document forbids is accepted. Every
// operation of the OpenAPI document gets valid, invalid and hostile requests, 2 rounds in `npm test` and 20 in `npm run prove`
// (FUZZ_ROUNDS), with the day's own seed (FUZZ_SEED repeats another day's). Units of work are taken back, so the world stays
// as it is.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { area, modules } from '@aangan/contract/area.ts';
import { command } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { handle, serve } from '@aangan/server/endpoint/handle.ts';
import * as z from 'zod';
import { inputSchemaOf, isOutside, type RawAnswer, sendInput, sendRaw } from './document-request.ts';
import { make } from './factories.ts';
import { publishFigure } from './figure.ts';
import { HOSTILE_BODIES, HOSTILE_HEADERS, HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile-values.ts';
import { type IdPool, readIds } from './id-pool.ts';
import { type DocumentOperation, operationsOf, type WalkedApp, walkedApp } from './operations.ts';
import { isProving, sized } from './prove.ts';
import { Dice } from './random.ts';
import { breakObject, type Schema, validValue } from './schema-values.ts';
import { takeBackLater } from './watched-pool.ts';
import { ANDHERI } from './world.ts';

const ROUNDS = Number(process.env['FUZZ_ROUNDS'] ?? sized(2, 20));
const SEED = Number(process.env['FUZZ_SEED'] ?? todayIst(new Date()).replaceAll('-', ''));
const TOO_SLOW_MS = 2_000;

interface Verdict {
  requests: number;
  ok: number;
  serverErrors: string[];
  leaks: string[];
  slow: string[];
  accepted: string[];
}

interface Fuzzed {
  readonly app: WalkedApp;
  readonly ids: IdPool;
  readonly headers: Readonly<Record<string, string>>;
}

let fuzzed: Fuzzed;
before(async () => {
  const app = await walkedApp({ data: 'demo' });
  const takeBack = takeBackLater(app.pool.pool);
  for (const record of app.areas
    .flatMap((server) => server.area.records)
    .filter((each) => each.writes === 'record'))
    await make(app, record);
  fuzzed = {
    app,
    ids: await readIds(app.database.adminUrl, ANDHERI),
    headers: await app.as('Asha', { centre: ANDHERI, steppedUp: true }).headers(),
  };
  takeBack();
});
after(() => fuzzed?.app.close());

const headersFor = (
  { operation }: DocumentOperation,
  headers: Readonly<Record<string, string>>,
  dice: Dice,
): Record<string, string> => {
  const { authorization = '', ...context } = headers;
  const needs = new Set(
    operation.parameters.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name),
  );
  return {
    ...(operation.security.length ? { authorization, ...context } : {}),
    ...(needs.has('Idempotency-Key') ? { 'idempotency-key': dice.uuid() } : {}),
    ...(needs.has('If-Match') ? { 'if-match': `"${dice.pick([1, 1, 1, 2, 99])}"` } : {}),
  };
};

interface Shot {
  readonly how: string;
  /** The document forbids it: 200 would be wrong. */
  readonly invalid: boolean;
  send(): Promise<RawAnswer>;
}

/** One round of one operation. */
function shotsAt({ app: { app }, ids, headers }: Fuzzed, target: DocumentOperation, dice: Dice): Shot[] {
  const schema = inputSchemaOf(target);
  const valid = () =>
    validValue(schema, dice, {
      fill: dice.next(),
      idFor: (property, member) => ids.idFor(target.operation.operationId, property, member, dice),
    }) as Record<string, unknown>;
  const honest = () => headersFor(target, headers, dice);
  const shot = (
    how: string,
    input: Record<string, unknown>,
    invalid = false,
    more: Readonly<Record<string, string>> = {},
  ): Shot => ({ how, invalid, send: () => sendInput(app, target, input, { ...honest(), ...more }) });
  const names = Object.keys((schema['properties'] ?? {}) as object);
  const spoilt = (value: unknown): Record<string, unknown> => ({
    ...valid(),
    [names.length ? dice.pick(names) : 'x']: value,
  });
  const broken = breakObject(schema, valid(), dice);
  // In a query string everything is text, so a text cannot be of a wrong type there.
  const surely =
    broken.how !== 'nothing' &&
    !(target.method === 'GET' && /of a wrong type/.test(broken.how)) &&
    !/\{/.test(target.path);
  const shots = [
    shot('valid', valid()),
    shot('valid', valid()),
    shot('valid', valid()),
    shot(broken.how, broken.value, surely),
    shot('hostile text', spoilt(dice.pick(HOSTILE_TEXTS))),
    shot('hostile text', spoilt(dice.pick(HOSTILE_TEXTS))),
    shot('hostile text', spoilt(dice.pick(HOSTILE_TEXTS))),
    shot('hostile value', spoilt(dice.pick(HOSTILE_VALUES))),
    shot('hostile value', spoilt(dice.pick(HOSTILE_VALUES))),
    shot('nested text', deepSpoil(valid(), dice) as Record<string, unknown>),
    shot('hostile header', valid(), false, dice.pick(HOSTILE_HEADERS)),
  ];
  const body = dice.pick(HOSTILE_BODIES);
  if (target.method !== 'GET')
    shots.push({
      how: `body ${body.slice(0, 30)}`,
      invalid: false,
      send: () => sendRaw(app, target.method, target.path.replace(/\{\w+\}/g, 'x'), body, honest()),
    });
  else
    shots.push({
      how: 'bad query',
      invalid: false,
      send: () =>
        sendRaw(
          app,
          'GET',
          `${target.path.replace(/\{\w+\}/g, '%00')}?${dice.pick(['%', '%ff%fe', 'a[b]=1&a=2', `${'x'.repeat(3000)}=1`, '__proto__[x]=1', 'limit=1&limit=2', 'filters={', 'filters=[]', '&&&==', 'q=%00'])}`,
          null,
          honest(),
        ),
    });
  return shots;
}

/** Puts a hostile text somewhere inside. */
function deepSpoil(value: unknown, dice: Dice): unknown {
  if (Array.isArray(value))
    return value.length
      ? value.map((each, index) => (index === 0 ? deepSpoil(each, dice) : each))
      : [dice.pick(HOSTILE_TEXTS)];
  if (value && typeof value === 'object') {
    const keys = Object.keys(value);
    if (keys.length === 0) return value;
    const key = dice.pick(keys);
    return { ...value, [key]: deepSpoil((value as Schema)[key], dice) };
  }
  return dice.pick<unknown>([...HOSTILE_TEXTS, ...HOSTILE_VALUES]);
}

const HANGS_AFTER_MS = 20_000;

/** The answer, or status 0 for a request that never comes back. */
async function inTime(shot: Shot): Promise<RawAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<RawAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ status: 0, text: 'no answer', ms: HANGS_AFTER_MS }), HANGS_AFTER_MS);
  });
  try {
    return await Promise.race([shot.send(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Words of our inside that no answer may carry. Field names of the input come back, so only texts are looked at. */
const INSIDE =
  /\bat \S+ \(|\.ts:\d+|node_modules|\/work\/|syntax error at|violates|relation "|column "|pg_|PostgreSQL|ECONNREFUSED|Cannot read propert|is not a function|undefined \(/;

function judge(target: DocumentOperation, shot: Shot, answer: RawAnswer, verdict: Verdict): void {
  verdict.requests += 1;
  const at = `${target.operation.operationId} [${shot.how}] -> ${answer.status}`;
  if (answer.status === 200) verdict.ok += 1;
  if ((answer.status >= 500 && !isOutside(answer)) || answer.status === 0)
    verdict.serverErrors.push(`${at} ${answer.text.slice(0, 300)}`);
  if (shot.invalid && answer.status < 300) verdict.accepted.push(at);
  if (answer.status >= 400) {
    const said = wordsOf(answer.text);
    if (said === null || INSIDE.test(said)) verdict.leaks.push(`${at} ${answer.text.slice(0, 300)}`);
  }
}

/** Message and field texts of an error; null when it has not the one error shape. */
function wordsOf(text: string): string | null {
  try {
    const {
      statusCode,
      code,
      message,
      fields = {},
    } = JSON.parse(text) as {
      statusCode?: number;
      code?: string;
      message?: string;
      fields?: Record<string, string>;
    };
    return typeof statusCode === 'number' && typeof code === 'string' && typeof message === 'string'
      ? [message, ...Object.values(fields)].join('\n')
      : null;
  } catch {
    return null;
  }
}

async function fuzz(chosen: Fuzzed, rounds: number): Promise<Verdict> {
  const verdict: Verdict = {
    requests: 0,
    ok: 0,
    serverErrors: [],
    leaks: [],
    slow: [],
    accepted: [],
  };
  const targets = operationsOf(chosen.app.document).filter(({ operation }) => operation['x-scope'] !== 'raw');
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, target] of targets.entries()) {
      for (const shot of shotsAt(chosen, target, new Dice(SEED + round * 100_003 + index))) {
        const answer = await inTime(shot);
        judge(target, shot, answer, verdict);
        // Other work on this machine may stop us for a while; only what is slow twice is slow.
        if (answer.ms > TOO_SLOW_MS && (await inTime(shot)).ms > TOO_SLOW_MS)
          verdict.slow.push(`${target.operation.operationId} [${shot.how}]: ${Math.round(answer.ms)} ms`);
      }
    }
  }
  return verdict;
}

test(`R1: every operation of the document under valid, invalid and hostile input, ${ROUNDS} rounds, seed ${SEED}`, {
  timeout: 1_800_000,
}, async () => {
  const verdict = await fuzz(fuzzed, ROUNDS);
  const operations = operationsOf(fuzzed.app.document).length;
  publishFigure({
    promise: 'R1',
    seed: SEED,
    operations,
    rounds: ROUNDS,
    requests: verdict.requests,
    answered200: verdict.ok,
    serverErrors: verdict.serverErrors.length,
    leaks: verdict.leaks.length,
    slow: verdict.slow.length,
    invalidAccepted: verdict.accepted.length,
  });
  assert.deepEqual(
    {
      serverErrors: unique(verdict.serverErrors),
      leaks: unique(verdict.leaks),
      // Seconds depend on the machine: they count where it is quiet, and are a figure elsewhere.
      slow: isProving ? unique(verdict.slow) : [],
      accepted: unique(verdict.accepted),
    },
    { serverErrors: [], leaks: [], slow: [], accepted: [] },
  );
  assert.ok(verdict.ok > operations / 4, `only ${verdict.ok} answers 200: the valid requests are not`);
});

const unique = (list: readonly string[]): string[] =>
  [...new Map(list.map((line) => [line.replace(/ \[.*/, ''), line])).values()].slice(0, 40);

test('R1 broken twins: a handler that throws, one that tells its inside, one that takes anything', async () => {
  const own = modules({ System: { title: 'System' } });
  const base = { module: own.System, scope: 'network', write: true, output: z.object({}) } as const;
  const input = z.strictObject({ name: z.string().max(5) });
  const contract = {
    throws: command({ ...base, input, name: 'twin.throws', summary: 'Throws.' }),
    takes: command({
      ...base,
      input: z.looseObject({ name: z.unknown() }) as unknown as typeof input,
      name: 'twin.takes',
      summary: 'Takes anything.',
    }), // says strict, is not
  };
  const server = serve(area({ name: 'twin', title: 'Twin', modules: own.$info, contracts: [contract] }), [
    handle(contract.throws, async ({ input: { name } }) => {
      if (name.length < 3) throw new TypeError('Cannot read properties of undefined');
      return {};
    }),
    handle(contract.takes, async () => ({})),
  ]);
  const app = await walkedApp({ areas: [server] });
  try {
    const document = structuredClone(app.document);
    const strict = document.paths['/api/twin/throws']?.['post']?.requestBody;
    Object.assign(document.paths['/api/twin/takes']?.['post'] ?? {}, { requestBody: strict });
    const verdict = await fuzz(
      {
        app: { ...app, document },
        ids: fuzzed.ids,
        headers: await app.as('Asha', { steppedUp: true }).headers(),
      },
      20,
    );
    assert.ok(verdict.serverErrors.some((line) => line.startsWith('twin.throws')));
    assert.ok(verdict.accepted.some((line) => line.startsWith('twin.takes')));
  } finally {
    await app.close();
  }
});
