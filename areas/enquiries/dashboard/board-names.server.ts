// Names behind the keys of figures.
import { personName } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { franchiseeLabels } from '../../network/public.server.ts';

const named = (rows: readonly { id: string; name: string }[]): Map<string, string> =>
  new Map(rows.map(({ id, name }) => [id, name]));

export async function ownerNames(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const ids = keys.filter(Boolean);
  if (ids.length === 0) return new Map();
  return named(
    await db
      .selectFrom('app_user as u')
      .select(['u.id', personName('u').$notNull().as('name')])
      .where('u.id', 'in', ids)
      .execute(),
  );
}

export const sourceNames = async (db: Db): Promise<Map<string, string>> =>
  named(await db.selectFrom('enquiry_source').select(['id', 'name']).execute());

export const lostReasonNames = async (db: Db): Promise<Map<string, string>> =>
  named(await db.selectFrom('lost_reason').select(['id', 'name']).execute());

export const classNames = (db: Db): Promise<{ id: number; code: string; name: string }[]> =>
  db
    .selectFrom('class')
    .select(['id', 'code', 'short_name as name'])
    .orderBy('position')
    .orderBy('id')
    .execute();

export const centreNames = (db: Db, ids: readonly number[]): Promise<Map<number, string>> =>
  franchiseeLabels(db, ids);
