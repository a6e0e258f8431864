// One line: product, floor and stored bytes in turn, in short slices, so that whatever else the machine does hits all three.
import { isDeepStrictEqual } from 'node:util';
import { withClient } from '@aangan/testkit/postgres.ts';
import { CONNECTIONS, load, Measured, type Target } from './load.ts';
import type { Part } from './part.ts';
import type { BenchRequest, Scenario } from './scenario.ts';
import type { Bench } from './world.ts';

const SLICE_SECONDS = 1;
/** A slice holds so many answers of the slower side: an answer that is under way when it ends counts for nothing. */
const LEAST_ANSWERS = 4 * CONNECTIONS;
const WARM_SECONDS = 2;
const COMPARED = 12;
/** The promise: time a request against the floor's, and p99 against the own p50 (issue 2 §5). */
const MOST_RATIO = 2;
const MOST_SPREAD = 10;

export interface Figures {
  /** Requests a second. */
  app: number;
  floor: number;
  stored: number;
  /** Time a request: product to floor, and product to stored bytes; the median of the turns, so no one stall decides. */
  ratio: number;
  storedRatio: number;
  p50: number;
  p99: number;
  spread: number;
  floorP50: number;
  floorP99: number;
  /** Milliseconds of processor time a request in the Node process. */
  appCpu: number;
  floorCpu: number;
  bytes: number;
  failed: number;
  kept: boolean;
}

let asked = 0;

export async function measureScenario(bench: Bench, scenario: Scenario, seconds: number): Promise<Figures> {
  const bytes = await compareAnswers(bench, scenario);
  const next = () => scenario.request(asked++, bench.world);
  const sides = {
    app: { part: bench.app, target: { base: bench.app.url, headers: bench.headers, next } },
    floor: { part: bench.floor, target: floorTarget(bench, scenario, 'floor', next) },
    stored: { part: bench.floor, target: floorTarget(bench, scenario, 'stored', next) },
  };
  const got = { app: new Measured(), floor: new Measured(), stored: new Measured() };
  const cpu = { app: 0, floor: 0, stored: 0 };
  let slowest = 0;
  for (const side of ['app', 'floor', 'stored'] as const) {
    const warm = new Measured();
    await load(sides[side].target, WARM_SECONDS, warm);
    slowest = Math.max(slowest, 1 / Math.max(1, warm.perSecond));
  }
  const length = Math.min(seconds, Math.max(SLICE_SECONDS, Math.ceil(LEAST_ANSWERS * slowest)));
  const turns: Record<keyof typeof got, number>[] = [];
  for (let left = seconds; left > 0; left -= length) {
    const turn = { app: 0, floor: 0, stored: 0 };
    for (const side of ['app', 'floor', 'stored'] as const) {
      const before = { seconds: got[side].seconds, answered: got[side].times.length };
      cpu[side] += await slice(sides[side], Math.min(length, left), got[side]);
      turn[side] = (got[side].times.length - before.answered) / (got[side].seconds - before.seconds);
    }
    turns.push(turn);
  }
  return figuresOf(got, turns, cpu, bytes);
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
};

async function slice(side: { part: Part; target: Target }, seconds: number, into: Measured): Promise<number> {
  const before = await side.part.usage();
  await load(side.target, seconds, into);
  return (await side.part.usage()).cpuMs - before.cpuMs;
}

function floorTarget(bench: Bench, scenario: Scenario, kind: 'floor' | 'stored', next: () => BenchRequest) {
  return {
    base: bench.floor.url,
    headers: bench.headers,
    next: () => toFloor(next(), `/${kind}/${scenario.name}`),
  };
}

const toFloor = (request: BenchRequest, path: string): BenchRequest => ({
  ...request,
  path:
    path +
    request.path.slice(request.path.indexOf('?') === -1 ? request.path.length : request.path.indexOf('?')),
});

/** The floor must give what the product gives, or its time means nothing. Keeps one answer's bytes; gives their number. */
async function compareAnswers(bench: Bench, scenario: Scenario): Promise<number> {
  let bytes = 0;
  for (let n = 0; n < COMPARED; n += 1) {
    const own = scenario.request(asked++, bench.world);
    const other = own.headers?.['idempotency-key'] ? scenario.request(asked++, bench.world) : own;
    const text = await answerTo(bench, bench.app.url, own);
    const floor = await answerTo(bench, bench.floor.url, toFloor(other, `/floor/${scenario.name}`));
    const left = without(JSON.parse(text), scenario.perRequest);
    const right = without(JSON.parse(floor), scenario.perRequest);
    if (!isDeepStrictEqual(left, right))
      throw new Error(`${scenario.title}: the floor answers ${difference(left, right)}`);
    bytes = Math.max(bytes, Buffer.byteLength(text));
    await withClient(bench.adminUrl, (client) =>
      client.query(
        'insert into bench_stored values ($1, $2) on conflict (name) do update set body = excluded.body where length(excluded.body) > length(bench_stored.body)',
        [scenario.name, text],
      ),
    );
  }
  return bytes;
}

async function answerTo(bench: Bench, base: string, request: BenchRequest): Promise<string> {
  const response = await fetch(base + request.path, {
    method: request.method,
    headers: { ...bench.headers, ...request.headers },
    ...(request.body ? { body: request.body } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${base}${request.path}: ${response.status} ${text.slice(0, 300)}`);
  return text;
}

function without(answer: unknown, keys: readonly string[] = []): unknown {
  if (answer === null || typeof answer !== 'object') return answer;
  return Object.fromEntries(Object.entries(answer).filter(([key]) => !keys.includes(key)));
}

/** The first place two answers differ at. */
function difference(product: unknown, floor: unknown, path = ''): string {
  if (product !== null && floor !== null && typeof product === 'object' && typeof floor === 'object') {
    for (const key of new Set([...Object.keys(product), ...Object.keys(floor)])) {
      const left = Reflect.get(product, key);
      const right = Reflect.get(floor, key);
      if (!isDeepStrictEqual(left, right)) return difference(left, right, `${path}/${key}`);
    }
  }
  return `${JSON.stringify(floor)?.slice(0, 200)} and the product ${JSON.stringify(product)?.slice(0, 200)} at ${path || '/'}`;
}

function figuresOf(
  got: { app: Measured; floor: Measured; stored: Measured },
  turns: readonly { app: number; floor: number; stored: number }[],
  cpu: { app: number; floor: number },
  bytes: number,
): Figures {
  const { app, floor, stored } = got;
  const round = (n: number) => Number(n.toFixed(2));
  const ratio = round(median(turns.map((turn) => turn.floor / turn.app)));
  const [p50, p99] = [round(app.percentile(0.5)), round(app.percentile(0.99))];
  const failed = app.failed + floor.failed + stored.failed;
  return {
    app: Math.round(app.perSecond),
    floor: Math.round(floor.perSecond),
    stored: Math.round(stored.perSecond),
    ratio,
    storedRatio: round(median(turns.map((turn) => turn.stored / turn.app))),
    p50,
    p99,
    spread: round(p99 / p50),
    floorP50: round(floor.percentile(0.5)),
    floorP99: round(floor.percentile(0.99)),
    appCpu: round(cpu.app / app.times.length),
    floorCpu: round(cpu.floor / floor.times.length),
    bytes,
    failed,
    kept: failed === 0 && ratio <= MOST_RATIO && p99 < MOST_SPREAD * p50,
  };
}
