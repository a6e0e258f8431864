// The month run of royalty (issue 14: 1,000 centres of 100 children in less than three minutes, with progress): frozen,
// invoiced and closed by head office through the API, the work done by the real job, while the screen asks how far it is.
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { royaltyRunContract } from '../areas/finance/royalty/royalty-run.contract.ts';
import { royaltyRunJob } from '../areas/finance/royalty/royalty-run.server.ts';
import { plantRoyalty } from './plant-royalty.ts';

const MOST_SECONDS = 180;
const MONTH = '2026-04';
const AFTER_IT = new Date('2026-05-03T10:00:00+05:30');
const LOOK_EVERY_MS = 500;

export async function measureRoyalty(size: string): Promise<void> {
  const [centres, children] = size.split('x').map(Number);
  if (!centres || !children) throw new Error('Say how many centres and children: --royalty 1000x100');
  const app = await testApp();
  try {
    app.moveClock(AFTER_IT);
    const planted = await withClient(app.database.adminUrl, (client) =>
      plantRoyalty(client, { centres, children, month: `${MONTH}-01` }),
    );
    const begun = performance.now();
    const chetan = app.as('Chetan', { centre: null });
    await chetan.call(royaltyRunContract.freeze, { month: MONTH });
    const frozen = await through(app);
    await chetan.call(royaltyRunContract.invoice, { month: MONTH });
    const invoiced = await through(app);
    await chetan.call(royaltyRunContract.close, { month: MONTH });
    const seconds = (performance.now() - begun) / 1000;
    const kept = seconds <= MOST_SECONDS && frozen.moved && invoiced.moved && (await isWhole(app, centres));
    console.log(
      JSON.stringify({ bench: 'royalty-month', ...planted, seconds: round(seconds), frozen, invoiced, kept }),
    );
    if (!kept) process.exitCode = 1;
  } finally {
    await app.close();
  }
}

const round = (n: number): number => Number(n.toFixed(1));

interface Step {
  seconds: number;
  /** Different numbers of centres the screen showed on the way. */
  looks: number;
  moved: boolean;
  slowestLookMs: number;
}

/** Runs the job and looks at the screen meanwhile. */
async function through(app: TestApp): Promise<Step> {
  const chetan = app.as('Chetan', { centre: null });
  const shown = new Set<number>();
  let slowest = 0;
  let over = false;
  const begun = performance.now();
  const job = runJob(app).finally(() => {
    over = true;
  });
  const seconds = job.then(() => round((performance.now() - begun) / 1000));
  while (!over) {
    const asked = performance.now();
    shown.add((await chetan.call(royaltyRunContract.get, { month: MONTH })).progress.done);
    slowest = Math.max(slowest, performance.now() - asked);
    await Promise.race([job, new Promise((done) => setTimeout(done, LOOK_EVERY_MS))]);
  }
  return {
    seconds: await seconds,
    looks: shown.size,
    moved: shown.size > 2,
    slowestLookMs: Math.round(slowest),
  };
}

const runJob = (app: TestApp) =>
  royaltyRunJob.run({
    now: AFTER_IT,
    data: { month: `${MONTH}-01` },
    ports: { ...app.ports, afterCommit: () => undefined },
    work: (centre, work) =>
      inUnitOfWork(app.pool, systemActor(centre), { command: royaltyRunJob.name, timeoutMs: 60_000 }, work),
  });

/** One invoice a centre, numbers without a gap, both books alike. */
async function isWhole(app: TestApp, centres: number): Promise<boolean> {
  const [found] = await app.sql<{ invoices: number; last: string; off: string }>(
    `select count(*)::int as invoices, max(number) as last, (select coalesce(sum(p.amount), 0) from ledger_posting p
       where p.account_code in ('2400', '1400', '2405', '1405'))::text as off from royalty_invoice`,
  );
  return (
    found?.invoices === centres &&
    found.off === '0' &&
    found.last === `ROY/26-27/${String(centres).padStart(6, '0')}`
  );
}
