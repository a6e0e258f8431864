import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';

/** The homes of the roles in use: what kind of work somebody does, without the name of a role. */
export async function homesOf(db: Db, actor: Pick<Actor, 'roleIds'>): Promise<string[]> {
  const rows = await db
    .selectFrom('role')
    .select('home')
    .where('id', 'in', [0, ...actor.roleIds])
    .execute();
  return [...new Set(rows.map((row) => row.home))];
}
