// Resident memory of the API at a steady 200 requests a second: every line in turn, for minutes.
import { scenarios as allScenarios } from './lines.ts';
import { load, Measured } from './load.ts';
import { type Bench, withBench } from './world.ts';

const RATE = 200;
const MOST_MB = 350;
const LOOK_EVERY_MS = 5_000;
const SETTLE_SECONDS = 20;

export async function measureMemory(students: number, seconds: number): Promise<void> {
  const scenarios = allScenarios.filter(({ usesUp }) => !usesUp);
  const measure = async (bench: Bench): Promise<void> => {
    let asked = 0;
    const target = {
      base: bench.app.url,
      headers: bench.headers,
      next: () => {
        const n = asked++;
        const scenario = scenarios[n % scenarios.length] ?? scenarios[0];
        if (!scenario) throw new Error('There is no line');
        return scenario.request(n, bench.world);
      },
    };
    await load(target, SETTLE_SECONDS, undefined, { rate: RATE });
    const seen = [(await bench.app.usage()).rssMb];
    const look = setInterval(
      () => void bench.app.usage().then(({ rssMb }) => seen.push(rssMb)),
      LOOK_EVERY_MS,
    );
    const got = new Measured();
    await load(target, seconds, got, { rate: RATE });
    clearInterval(look);
    seen.push((await bench.app.usage()).rssMb);
    const [start, end, most] = [seen[0] ?? 0, seen.at(-1) ?? 0, Math.max(...seen)].map(Math.round);
    const kept = got.failed === 0 && (most ?? 0) < MOST_MB;
    console.log(
      JSON.stringify({
        bench: 'memory',
        seconds,
        perSecond: Math.round(got.perSecond),
        startMb: start,
        mostMb: most,
        endMb: end,
        p50: Number(got.percentile(0.5).toFixed(2)),
        p99: Number(got.percentile(0.99).toFixed(2)),
        failed: got.failed,
        kept,
      }),
    );
    console.log(`RSS by ${LOOK_EVERY_MS / 1000} s, MB: ${seen.map(Math.round).join(' ')}`);
    if (!kept) process.exitCode = 1;
  };
  await withBench(students, '', measure, scenarios);
}
