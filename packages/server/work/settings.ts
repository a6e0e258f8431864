import type { Setting } from '@aangan/contract/area.ts';
import type * as z from 'zod';
import type { Db } from './unit-of-work.ts';

const HEAD_OFFICE = 1;

/** The value in force today: the centre's own, else the network's, else the default. A bad stored value is refused at writing, so here it falls back. */
export async function readSetting<S extends z.ZodType>(
  db: Db,
  area: string,
  setting: Setting<S>,
  franchiseeId: number,
): Promise<z.output<S>> {
  const rows = await db
    .selectFrom('setting')
    .select(['franchisee_id', 'value', 'locked_by_network'])
    .where('area', '=', area)
    .where('key', '=', setting.key)
    .where('franchisee_id', 'in', [HEAD_OFFICE, franchiseeId])
    .where('from_on', '<=', new Date(Date.now() + 19_800_000).toISOString().slice(0, 10)) // IST is UTC+05:30
    .orderBy('from_on', 'desc')
    .execute();
  const network = rows.find((row) => row.franchisee_id === HEAD_OFFICE);
  const own = network?.locked_by_network ? undefined : rows.find((row) => row.franchisee_id === franchiseeId);
  const parsed = setting.schema.safeParse((own ?? network)?.value);
  return parsed.success ? parsed.data : setting.default;
}

/** Writes a value from today on, for a centre or (franchisee 1) the network. */
export async function writeSetting<S extends z.ZodType>(
  db: Db,
  area: string,
  setting: Setting<S>,
  franchiseeId: number,
  value: z.input<S>,
): Promise<void> {
  const json = JSON.stringify(setting.schema.parse(value));
  await db
    .insertInto('setting')
    .values({ franchisee_id: franchiseeId, area, key: setting.key, value: json })
    .onConflict((oc) => oc.columns(['franchisee_id', 'area', 'key', 'from_on']).doUpdateSet({ value: json }))
    .execute();
}
