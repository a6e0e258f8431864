// What counsellors and the head office ask most, of the same centre in a network of 50,000 enquiries and in one of 5 million
// (issues 2 and 4: at most 1.5 times as long), and of bare pg in the large one (at most 2.0 times its time). All stand side
// by side and are asked in turn. The measured centre has 5,000 enquiries in both; the large network has the design's skew:
// one centre with 205,000, one with 55,000, a thousand in all. Where figures are kept, the largest centre is held against
// one of 50.
import { loadavg } from 'node:os';
import { bareQuestions } from './bare-queries.ts';
import { load, Measured, type Target } from './load.ts';
import type { Part } from './part.ts';
import { giantCentre, plantEnquiries, SMALL, tinyCentre } from './plant-enquiries.ts';
import { type ScaleLine, scaleLines } from './scale-lines.ts';
import { type Bench, withBench } from './world.ts';

const CHILDREN = 12_000; // the least the large network is made of; only its people and settings matter here
const SLICE_SECONDS = 2;
const MOST_RATIO = 1.5;
const MOST_FLOOR_RATIO = 2;

/** Whose eyes, in which network. */
interface Eyes {
  readonly bench: Bench;
  readonly headers: Readonly<Record<string, string>>;
}

// Each network is asked as its own super admin.
const seeing = (bench: Bench, centre?: number): Eyes => ({
  bench,
  headers: {
    ...bench.headers,
    ...(centre === undefined ? {} : { 'x-franchisee-id': String(centre) }),
  },
});
const HEAD_OFFICE = 0;

export async function measureEnquiries(
  most: number,
  seconds: number,
  only: readonly string[] | undefined,
): Promise<void> {
  const unknown = only?.filter((name) => !scaleLines.some((line) => line.name === name)) ?? [];
  if (unknown.length)
    throw new Error(
      `No line is called ${unknown.join(', ')}: ${scaleLines.map((one) => one.name).join(', ')}`,
    );
  await withBench(CHILDREN, '_small', (small) =>
    withBench(CHILDREN, '_big', async (big) => {
      await plantEnquiries(small, SMALL);
      await plantEnquiries(big, most);
      const table: ComparedLine[] = [];
      const measure = async (of: string, line: ScaleLine, small: Eyes | null, big: Eyes) => {
        try {
          table.push(await compare({ of, line, seconds }, small, big));
        } catch (error) {
          console.error(of, line.name, error instanceof Error ? error.message : error);
          process.exitCode = 1;
        }
      };
      for (const line of scaleLines.filter((one) => !only || only.includes(one.name))) {
        await measure('centre', line, seeing(small), seeing(big));
        if (!line.centreOnly)
          await measure('head office', line, seeing(small, HEAD_OFFICE), seeing(big, HEAD_OFFICE));
        const tiny = line.kept ? seeing(big, tinyCentre(most)) : null;
        await measure('centre of 205,000', line, tiny, seeing(big, giantCentre(most)));
      }
      console.table(table);
    }),
  );
}

interface Comparison {
  readonly of: string;
  readonly line: ScaleLine;
  readonly seconds: number;
}

type Side = 'small' | 'big' | 'floor';

interface Asked {
  readonly side: Side;
  readonly part: Part;
  readonly target: Target;
}

/** One question, asked of both networks and of the large one's floor in turn; without a small one, of the other two. */
async function compare(
  { of, line, seconds }: Comparison,
  small: Eyes | null,
  big: Eyes,
): Promise<ComparedLine> {
  const target = async ({ bench, headers }: Eyes): Promise<Target> => ({
    base: bench.app.url,
    headers,
    next: await line.questions({ bench, headers }),
  });
  const product = await target(big);
  const floor: Target = {
    base: big.bench.floor.url,
    headers: {},
    next: await bareQuestions(big.bench, big.headers, product.next),
  };
  const asked: Asked[] = [
    ...(small ? [{ side: 'small' as const, part: small.bench.app, target: await target(small) }] : []),
    { side: 'big', part: big.bench.app, target: product },
    { side: 'floor', part: big.bench.floor, target: floor },
  ];
  const got = { small: new Measured(), big: new Measured(), floor: new Measured() };
  const cpu = { small: 0, big: 0, floor: 0 };
  for (const one of asked) await load(one.target, SLICE_SECONDS);
  for (let left = seconds; left > 0; left -= SLICE_SECONDS)
    for (const { side, part, target } of asked) {
      const before = await part.usage();
      await load(target, SLICE_SECONDS, got[side]);
      cpu[side] += (await part.usage()).cpuMs - before.cpuMs;
    }
  return printed(of, line.name, { ...got, cpu, compared: small !== null });
}

interface ComparedLine {
  of: string;
  line: string;
  smallP50?: number;
  p50: number;
  p99: number;
  perSecond: number;
  /** Time a question: to the same in the small network. */
  ratio?: number;
  floorP50: number;
  /** Time a question: to bare pg. */
  floorRatio: number;
  /** Milliseconds of processor time a question in the Node process. */
  cpu: number;
  floorCpu: number;
  failed: number;
  /** Of the machine over the last minute. */
  load: number;
}

interface Got extends Readonly<Record<Side, Measured>> {
  readonly cpu: Readonly<Record<Side, number>>;
  readonly compared: boolean;
}

const rounded = (n: number): number => Number(n.toFixed(2));

function printed(of: string, line: string, { small, big, floor, cpu, compared }: Got): ComparedLine {
  const result: ComparedLine = {
    of,
    line,
    ...(compared ? { smallP50: rounded(small.percentile(0.5)) } : {}),
    p50: rounded(big.percentile(0.5)),
    p99: rounded(big.percentile(0.99)),
    perSecond: rounded(big.perSecond),
    ...(compared ? { ratio: rounded(small.perSecond / big.perSecond) } : {}),
    floorP50: rounded(floor.percentile(0.5)),
    floorRatio: rounded(floor.perSecond / big.perSecond),
    cpu: rounded(cpu.big / big.times.length),
    floorCpu: rounded(cpu.floor / floor.times.length),
    failed: big.failed + small.failed + floor.failed,
    load: rounded(loadavg()[0] ?? 0),
  };
  console.log(JSON.stringify({ bench: 'enquiries-at-scale', ...result }));
  const kept =
    result.failed === 0 &&
    big.times.length > 0 &&
    (result.ratio ?? 0) <= MOST_RATIO &&
    result.floorRatio <= MOST_FLOOR_RATIO;
  if (!kept) process.exitCode = 1;
  return result;
}
