// What centre heads were told this Monday of follow-ups that leak, by the job's own count.
import { tellLeaks } from '@aangan/areas/enquiries/leaks/leak-notice.server.ts';
import type { Day } from '@aangan/contract/period.ts';
import { mondayOf } from '@aangan/contract/weekday.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import type { Client } from 'pg';
import { centres } from '../../../db/demo/places.ts';
import { work } from '../../../db/demo/product.ts';
import { asOwner } from '../../../db/demo/rows.ts';

const YEAR = 2026;

export async function writeLeakNotices(client: Client, database: Database, today: Day): Promise<void> {
  const at = `${mondayOf(today)}T08:30:00+05:30`;
  for (const { id } of centres)
    await work(database, systemActor(id), 'leak-notice', (db) => tellLeaks(db, id, YEAR, new Date(at)));
  await asOwner(client, () =>
    client.query(`update notice set created_at = $1 where kind = 'enquiries.leaks'`, [at]),
  );
}
