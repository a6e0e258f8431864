import type { Client } from 'pg';

export type Row = Readonly<Record<string, unknown>>;

const AT_ONCE = 2000;

/** Inserts rows set-wise; the first row names the columns. Values travel as JSON and take the table's own types. */
export async function insertRows(
  client: Client,
  table: string,
  rows: readonly Row[],
  tail = '',
): Promise<number> {
  const first = rows[0];
  if (!first) return 0;
  const columns = Object.keys(first)
    .map((name) => `"${name}"`)
    .join(', ');
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb) ${tail}`,
      [JSON.stringify(rows.slice(from, from + AT_ONCE))],
    );
  }
  return rows.length;
}

/** Runs `work` in one transaction as the owner of the tables, without row-by-row audit. */
export async function asOwner<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query(
    `begin; set local role aangan_owner; set local app.bulk = 'on'; set local timezone = 'Asia/Kolkata'`,
  );
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
