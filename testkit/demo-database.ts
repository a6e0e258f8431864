// A database with the demo network (12 centres, families, enquiries, plans, payments at Andheri and Baner) and the named
// people in it. Planting it takes seconds, so it is done once for a server and copied from then on.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { useKeys } from '@aangan/server/work/seal.ts';
import { plantedDatabase, type TestDatabase } from './harness.ts';
import { addPeople } from './make-world.ts';
import { withClient } from './postgres.ts';
import { testKeys } from './test-keys.ts';
import { ANDHERI, BANER, people } from './world.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Gives a fresh copy. The people are those of the named world; Gita is the parent of a child at Andheri. */
export const demoDatabase = (): Promise<TestDatabase> =>
  plantedDatabase({ kind: 'demo', name: hashOf() }, async ({ adminUrl }) => {
    const { seedDemo } = await import('../db/demo/run.ts');
    useKeys(testKeys);
    await seedDemo(adminUrl, { moneyAt: [ANDHERI, BANER] });
    await withClient(adminUrl, async (client) => {
      await addPeople(client);
      // The first child whose guardian has no sign-in yet becomes Gita's.
      await client.query(
        `update guardian set user_id = $1 where (franchisee_id, id) = (select g.franchisee_id, g.guardian_id from student_guardian g
         join guardian p on p.franchisee_id = g.franchisee_id and p.id = g.guardian_id
         join student s on s.franchisee_id = g.franchisee_id and s.id = g.student_id and s.state = 'STUDYING'
        where g.franchisee_id = $2 and g.is_primary and p.user_id is null order by g.guardian_id limit 1)`,
        [people.Gita.id, ANDHERI],
      );
    });
  });

/** Changes with the migrations and with what plants the demo. */
function hashOf(): string {
  const hash = createHash('sha256');
  const areas = readdirSync(path.join(ROOT, 'areas')).map((area) => path.join('areas', area, 'demo'));
  const files = ['db', ...areas].filter((folder) => existsSync(path.join(ROOT, folder))).flatMap(filesOf);
  for (const name of files.sort()) hash.update(name).update(readFileSync(path.join(ROOT, name)));
  return hash.digest('hex').slice(0, 12);
}

const filesOf = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(sql|ts)$/.test(name) && !/\.test\.ts$|^types\.ts$/.test(name))
    .map((name) => path.join(folder, name));
