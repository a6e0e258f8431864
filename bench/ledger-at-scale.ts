// A centre's ledger and the lists of dues in a network of so many postings (issue 14: at most 2.0 times the floor at 20
// million), and whether a centre's age is felt: its first page is asked at one year and at twenty.
import { withClient } from '@aangan/testkit/postgres.ts';
import { ledgerScenarios } from './lines.ts';
import { plantLedger } from './plant-ledger.ts';
import { type Figures, measureScenario } from './scenario-run.ts';
import { withBench } from './world.ts';

const CHILDREN = 12_000; // the least the large network is made of; only its people and settings matter here
const MOST_AGE_RATIO = 1.5;

export async function measureLedger(
  postings: number,
  seconds: number,
  only: readonly string[] | undefined,
): Promise<void> {
  await withBench(CHILDREN, '_ledger', async (bench) => {
    const begun = performance.now();
    const rows = await withClient(bench.adminUrl, async (client) => {
      const there = await client.query("select from franchisee where code = 'L14'");
      return there.rowCount ? {} : await plantLedger(client, postings);
    });
    console.log(JSON.stringify({ planted: rows, seconds: Math.round((performance.now() - begun) / 1000) }));
    const figures = new Map<string, Figures>();
    for (const scenario of ledgerScenarios.filter(({ name }) => !only || only.includes(name)))
      try {
        const found = await measureScenario(bench, scenario, seconds);
        figures.set(scenario.title, found);
        console.log(JSON.stringify({ bench: scenario.name, postings, ...found }));
        if (!found.kept) process.exitCode = 1;
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        process.exitCode = 1;
      }
    console.table(Object.fromEntries(figures));
    const young = figures.get('Franchisee ledger, this year, centre of one year');
    const old = figures.get('Franchisee ledger, this year, centre of twenty years');
    if (!young || !old) return;
    const ageRatio = Number((young.app / old.app).toFixed(2));
    console.log(JSON.stringify({ bench: 'ledger-age', ageRatio, kept: ageRatio <= MOST_AGE_RATIO }));
    if (ageRatio > MOST_AGE_RATIO) process.exitCode = 1;
  });
}
