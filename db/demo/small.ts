// The small network: every area writes its chapters (areas/<area>/demo/chapters.ts), rows first, then what goes through
// the product.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashPassword } from '@aangan/areas/shell/session/hash-gate.server.ts';
import type { AreaServer } from '@aangan/server/endpoint/handle.ts';
import type { Client } from 'pg';
import { type AreaChapters, type Demo, inOrder } from './chapters.ts';
import { finishDemo } from './finish.ts';
import type { Clock } from './moment.ts';
import { DEMO_PASSWORD } from './people.ts';
import { openProduct } from './product.ts';
import { asOwner } from './rows.ts';

const AREAS = path.resolve(import.meta.dirname, '../../areas');

export interface SmallOptions {
  log: (line: string) => void;
  clock: Clock;
  /** Centres whose plans and payments are made; undefined: all. */
  moneyAt: readonly number[] | undefined;
  filesDir: string | null;
}

export async function plantSmall(client: Client, adminUrl: string, options: SmallOptions): Promise<void> {
  const { log, clock, moneyAt, filesDir } = options;
  // Loaded here: the areas come with the whole product, which the large network does not need.
  const { areaServers: servers } = await import('../../apps/api/areas.ts');
  const areas = await areaChapters(servers);
  const rows = inOrder(areas.map(({ area, chapters }) => ({ area, chapters: chapters.rows ?? [] })));
  const work = inOrder(areas.map(({ area, chapters }) => ({ area, chapters: chapters.work ?? [] })));
  const demo: Demo = {
    client,
    clock,
    today: clock.today,
    passwordHash: await hashPassword(DEMO_PASSWORD),
    filesDir,
    families: [],
    hasMoney: (franchiseeId) => moneyAt?.includes(franchiseeId) ?? true,
    servers,
  };
  await asOwner(client, async () => {
    for (const chapter of rows) await chapter.write(demo);
  });
  // The planner needs to know the rows before the product looks for them one by one.
  await client.query('analyze');
  log(
    `${demo.families.length} centres, ${demo.families.reduce((n, { children }) => n + children.length, 0)} children`,
  );
  await restTally(client, 'disable');
  const database = openProduct(adminUrl);
  try {
    for (const chapter of work) await chapter.write({ ...demo, database });
  } finally {
    await database.close();
  }
  await restTally(client, 'enable');
  await finishDemo(client, clock.today);
  const { rows: paid } = await client.query<{ n: number }>('select count(*)::int as n from payment');
  log(`${paid[0]?.n} payments`);
}

/** The chapters of the areas that have some, in the order of the areas. */
export async function areaChapters(
  servers: readonly AreaServer[],
): Promise<{ area: string; chapters: AreaChapters }[]> {
  const found: { area: string; chapters: AreaChapters }[] = [];
  for (const { area } of servers) {
    const file = path.join(AREAS, area.name, 'demo/chapters.ts');
    if (!existsSync(file)) continue;
    const module: { chapters?: AreaChapters } = await import(pathToFileURL(file).href);
    if (!module.chapters) throw new Error(`areas/${area.name}/demo/chapters.ts exports no chapters`);
    found.push({ area: area.name, chapters: module.chapters });
  }
  return found;
}

// Running totals are built once from the lines at the end instead of with each of them: a tenth of the seed's time.
async function restTally(client: Client, what: 'disable' | 'enable'): Promise<void> {
  const triggers = {
    fee_line: ['insert', 'update', 'delete'],
    ledger_balance: ['advance'],
    fee_account: ['account'],
  };
  for (const [table, names] of Object.entries(triggers))
    await client.query(
      `alter table ${table} ${names.map((name) => `${what} trigger tally_${name}`).join(', ')}`,
    );
  if (what === 'enable') await client.query('select rebuild_finance_tally(id) from franchisee');
}
