// A database with the demo network (12 centres, families, enquiries, plans, payments at Andheri and Baner) and the named
// people in it. Planting it takes seconds, so it is done once for a server and copied from then on.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { seedDemo } from '../../db/demo/run.ts';
import { copyDatabaseGrants, type TestDatabase, testDatabase } from './harness.ts';
import { addPeople } from './make-world.ts';
import { withClient, withDatabase } from './postgres.ts';
import { ANDHERI, BANER, people } from './world.ts';

const LOCK = 7_316_202;
const DATABASE_FOLDER = path.resolve(import.meta.dirname, '../../db');

/** Gives a fresh copy. The people are those of the named world; Gita is the parent of a child at Andheri. */
export async function demoDatabase(): Promise<TestDatabase> {
  const copy = await testDatabase();
  const server = withDatabase(copy.adminUrl, 'postgres');
  const template = `demo_${hashOf()}`;
  await withClient(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [
      template,
    ]);
    if (rowCount === 0) await build(client, server, template);
    await client.query(`drop database ${copy.name} with (force)`);
    await client.query(`create database ${copy.name} template ${template} strategy file_copy`);
    await copyDatabaseGrants(client, template, copy.name);
  });
  return copy;
}

async function build(client: Client, server: string, template: string): Promise<void> {
  const old = await client.query<{ datname: string }>(
    "select datname from pg_database where datname ~ '^demo_[0-9a-f]{12}$'",
  );
  for (const { datname } of old.rows) {
    await client.query(`alter database ${datname} with is_template false`);
    await client.query(`drop database ${datname} with (force)`);
  }
  const base = await testDatabase();
  await seedDemo(base.adminUrl, { moneyAt: [ANDHERI, BANER] });
  await withClient(base.adminUrl, async (inside) => {
    await addPeople(inside);
    // The first child whose guardian has no sign-in yet becomes Gita's.
    await inside.query(
      `update guardian set user_id = $1 where (franchisee_id, id) = (select g.franchisee_id, g.guardian_id from student_guardian g
         join guardian p on p.franchisee_id = g.franchisee_id and p.id = g.guardian_id
         join student s on s.franchisee_id = g.franchisee_id and s.id = g.student_id and s.state = 'STUDYING'
        where g.franchisee_id = $2 and g.is_primary and p.user_id is null order by g.guardian_id limit 1)`,
      [people.Gita.id, ANDHERI],
    );
  });
  await withClient(server, (again) => again.query(`alter database ${base.name} rename to ${template}`));
  await client.query(`alter database ${template} with is_template true`);
}

/** Changes with the migrations and with what plants the demo. */
function hashOf(): string {
  const hash = createHash('sha256');
  const files = readdirSync(DATABASE_FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(sql|ts)$/.test(name) && !/\.test\.ts$|^types\.ts$/.test(name),
  );
  for (const name of files.sort()) hash.update(name).update(readFileSync(path.join(DATABASE_FOLDER, name)));
  return hash.digest('hex').slice(0, 12);
}
