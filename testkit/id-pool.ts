// Ids that exist, for requests that shall come further than "not found".
import { centreColumn, readTables } from './catalogue.ts';
import { withClient } from './postgres.ts';
import type { Dice } from './random.ts';
import type { Schema } from './schema-values.ts';

export interface IdPool {
  /** An id for this input property of this operation, of a row of the centre; undefined when none is known. */
  idFor(operation: string, property: string, schema: Schema, dice: Dice): unknown;
  readonly size: number;
}

const LIMIT = 20;

/** Reads the ids of every table that has an `id`: of one centre where rows have one, of all others as they are. */
export async function readIds(adminUrl: string, centre: number): Promise<IdPool> {
  const ids = new Map<string, unknown[]>();
  await withClient(adminUrl, async (client) => {
    for (const table of await readTables(client)) {
      if (!table.columns.some((column) => column.name === 'id')) continue;
      const own = centreColumn(table);
      const { rows } = await client.query<{ id: unknown }>(
        `select id from ${table.name} ${own ? `where ${own} = ${centre}` : ''} limit ${LIMIT}`,
      );
      if (rows.length)
        ids.set(
          table.name,
          rows.map((row) => row.id),
        );
    }
  });
  return {
    size: [...ids.values()].reduce((sum, list) => sum + list.length, 0),
    idFor: (operation, property, schema, dice) => {
      const wantsUuid = schema['format'] === 'uuid';
      if (!wantsUuid && !(schema['type'] === 'integer' && /(^id|Id|ID)$/.test(property))) return undefined;
      const list = ids.get(nounOf(operation, property)) ?? [];
      const fitting = list.filter((id) => (typeof id === 'string') === wantsUuid);
      return fitting.length && dice.chance(0.8) ? dice.pick(fitting) : undefined;
    },
  };
}

/** `feePlanId` -> fee_plan; `id` of `fee-plan.get` -> fee_plan; `studentIds` -> student; `makerId`, `userID` -> app_user. */
function nounOf(operation: string, property: string): string {
  const noun = property.replace(/(Ids|IDs|Id|ID)$/, '');
  if (noun === '' || noun === 'id' || noun === 'ids') {
    if (/\.batch-/.test(operation)) return 'batch';
    return tableOf((operation.split('.')[0] ?? '').replaceAll('-', '_'));
  }
  const snake = noun.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
  return tableOf(snake);
}

/** Nouns of operations and inputs whose table has another name. */
const TABLES: Readonly<Record<string, string>> = {
  user: 'app_user',
  season: 'b2s_season',
  review: 'access_review',
  lead_reallocation: 'reallocation_batch',
};
const tableOf = (noun: string): string => TABLES[noun] ?? noun;
