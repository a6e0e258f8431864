// The demo network: twelve centres with everything a first look needs. The same moment gives the same data. Only an empty
// database becomes a demo, for its passwords are known to everybody.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { signInsWith } from '@aangan/areas/network/demo/network.ts';
import { type Day, todayIst } from '@aangan/contract/period.ts';
import '@aangan/server/postgres/database.ts'; // how dates and amounts are read, before the first connection
import { installationKeys } from '@aangan/server/installation-keys.ts';
import { startPostgres } from '@aangan/server/postgres/embedded-postgres.ts';
import { blindIndex, useKeys } from '@aangan/server/work/seal.ts';
import pg from 'pg';
import { migrate } from '../migrate.ts';
import { type Clock, momentOf } from './moment.ts';
import { DEMO_PASSWORD } from './people.ts';
import { plantSmall } from './small.ts';
import { emptyDatabase, refuseWithoutHistory, stateOf } from './state.ts';

export interface DemoSignIn {
  role: string;
  name: string;
  centre: string;
  signIn: string;
  password: string;
}

export interface SeedOptions {
  log?: (line: string) => void;
  scale?: 'small' | 'large';
  /** Day that counts as today; for tests. */
  today?: Day;
  /** Moment that counts as now. Absent: the clock's, or one of `today` where that is another day. */
  now?: Date;
  /** Children of the large network over five years; everything else is in proportion. Default 1,000,000. */
  students?: number;
  /** Folder of the installation's keys: what the seed seals, the product opens. Absent: the keys of this process, or throwaway ones (tests). */
  secretsDir?: string;
  /** Centres whose plans and payments are made; for tests. Absent: all. */
  moneyAt?: readonly number[];
}

const LOCK = 7302;
const DATA = path.resolve(import.meta.dirname, '../../.aangan');

/**
 * Puts the demo network into an empty database and gives its sign-ins. A database that is a demo already stays as it
 * is; one with users that is no demo is left alone too, and then there are no sign-ins.
 */
export async function seedDemo(
  adminUrl: string,
  options: SeedOptions = {},
): Promise<{ signIns: readonly DemoSignIn[] }> {
  const log = options.log ?? (() => {});
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'aangan-demo' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const state = await stateOf(client);
    if (state === 'REAL') {
      log('this database has users and is no demo; nothing was changed');
      return { signIns: [] };
    }
    if (state === 'HALF') {
      log('the last seeding was cut off; beginning again');
      await emptyDatabase(client, adminUrl);
    }
    if (state !== 'READY') await plantDemo(client, adminUrl, { ...options, log });
    return { signIns: signInsWith(DEMO_PASSWORD) };
  } finally {
    await client.end();
  }
}

/** Writes everything, without asking what is there: `seedDemo` asks first. Demo mode is switched on before the first row. */
export async function plantDemo(client: pg.Client, adminUrl: string, options: SeedOptions): Promise<void> {
  const log = options.log ?? (() => {});
  await refuseWithoutHistory(client);
  await haveKeys(client, options.secretsDir);
  await client.query('update installation set demo = true');
  if (options.scale === 'large') {
    const { plantLarge } = await import('./large/plant.ts');
    await plantLarge(client, {
      log,
      today: options.today ?? todayIst(new Date()),
      students: options.students ?? 1_000_000,
    });
  } else
    await plantSmall(client, adminUrl, {
      log,
      clock: clockOf(options),
      moneyAt: options.moneyAt,
      // Where the product keeps its files: beside the keys.
      filesDir: options.secretsDir === undefined ? null : path.join(options.secretsDir, 'files'),
    });
  await client.query('update installation set seeded_scale = $1', [options.scale ?? 'small']);
  await client.query('analyze');
}

function clockOf({ today, now }: SeedOptions): Clock {
  const moment = now ?? new Date();
  const day = today ?? todayIst(moment);
  return { today: day, now: momentOf(day, moment) };
}

async function haveKeys(client: pg.Client, secretsDir: string | undefined): Promise<void> {
  if (secretsDir !== undefined) {
    useKeys(await installationKeys(client, secretsDir));
    return;
  }
  try {
    blindIndex('');
  } catch {
    useKeys({ sealKey: randomBytes(32).toString('hex'), signKey: randomBytes(32).toString('hex') });
  }
}

/** Drops a demo's data. Throws for a database with users that is no demo. */
export async function resetDemo(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    if ((await stateOf(client)) === 'REAL')
      throw new Error('This database has users and is no demo. Nothing was changed.');
    await emptyDatabase(client, adminUrl);
  } finally {
    await client.end();
  }
}

async function command(): Promise<void> {
  const { values } = parseArgs({
    options: {
      scale: { type: 'string', default: 'small' },
      reset: { type: 'boolean' },
      pincodes: { type: 'boolean' },
      students: { type: 'string' },
    },
  });
  if (values.scale !== 'small' && values.scale !== 'large') throw new Error('--scale is small or large');
  const students = values.students === undefined ? undefined : Number(values.students);
  if (students !== undefined && !(Number.isInteger(students) && students >= 12))
    throw new Error('--students is a whole number from 12 on');
  const own = process.env['DATABASE_URL'];
  const server = own
    ? undefined
    : await startPostgres({
        dataDir: path.join(DATA, 'postgres'),
        purpose: 'app',
      });
  const adminUrl = own ?? server?.url ?? '';
  try {
    await migrate(adminUrl);
    if (values.reset) await resetDemo(adminUrl);
    const begun = performance.now();
    const { signIns } = await seedDemo(adminUrl, {
      log: console.log,
      scale: values.scale,
      secretsDir: DATA,
      ...(students === undefined ? {} : { students }),
    });
    if (signIns.length === 0) process.exitCode = 1;
    else console.table(signIns);
    if (values.pincodes && signIns.length > 0) {
      const { loadPincodes } = await import('../../areas/network/demo/pincodes.ts');
      await loadPincodes(adminUrl, console.log);
    }
    console.log(`Demo: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  } finally {
    await server?.stop();
  }
}

// bin/bootstrap.mjs may run this file in its own process, where import.meta.main is false.
if (import.meta.main || process.argv[1] === import.meta.filename)
  await command().catch((error: Error) => {
    console.error(process.env['DEBUG'] ? error : error.message);
    process.exitCode = 1;
  });
