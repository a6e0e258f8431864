import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

/** The name under which a centre writes: its brand's. */
export async function brandOf(db: Db, franchiseeId: number): Promise<string> {
  const { rows } = await sql<{
    name: string;
  }>`select coalesce(b.name, f.company_name) as name from franchisee f left join brand b on b.id = f.brand_id where f.id = ${franchiseeId}`.execute(
    db,
  );
  return rows[0]?.name ?? 'Aangan';
}
