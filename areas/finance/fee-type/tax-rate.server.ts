import type { Db } from '@aangan/server/work/unit-of-work.ts';

export interface TaxRate {
  readonly id: string;
  readonly code: string;
  readonly rateBp: number;
}

/** The rate of a code on a day; null when the table has none. Exempt rows have 0. */
export async function taxRateOn(db: Db, code: string, day: string): Promise<TaxRate | null> {
  const row = await db
    .selectFrom('tax_rate')
    .select(['id', 'code', 'rate_bp'])
    .where('code', '=', code)
    .where('from_on', '<=', day)
    .where((eb) => eb.or([eb('to_on', 'is', null), eb('to_on', '>=', day)]))
    .executeTakeFirst();
  return row ? { id: row.id, code: row.code, rateBp: row.rate_bp } : null;
}
