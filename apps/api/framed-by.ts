import type { Database } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { embedHostsOf } from '../../areas/enquiries/public.server.ts';

// The one page that may stand inside another site's page (shell.md 3.1): a centre's enquiry form.
const FORM = /^\/parent-enquiry\/newentry\/([1-9]\d{0,8})(\/[A-Za-z0-9_-]{1,40})?\/?$/;

/** Origins whose pages may show this page inside their own: for the enquiry form those its centre named, else none. */
export async function framedBy(database: Database, url: string): Promise<readonly string[]> {
  const franchiseeId = Number(FORM.exec(url.split('?')[0] ?? '')?.[1] ?? 0);
  if (franchiseeId === 0 || franchiseeId > 2_147_483_647) return [];
  const hosts = await inUnitOfWork(
    database,
    systemActor(franchiseeId),
    { command: 'page.framed-by', readOnly: true },
    (db) => embedHostsOf(db, franchiseeId),
  );
  return hosts.map((host) => `https://${host}`);
}
