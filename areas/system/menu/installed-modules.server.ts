import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

/** Modules that open something in this installation: a call, a screen of the menu, or the reach of a person (`level_`). */
export async function installedModules(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select m as name from operation, unnest(modules) m
    union select m from menu_item, unnest(modules || coalesce(modules_also, '{}')) m where active and has_screen
    union select name from module where name like 'level\\_%'`.execute(db);
  return new Set(rows.map((row) => row.name));
}
