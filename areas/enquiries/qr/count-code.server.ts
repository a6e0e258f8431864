// What a printed code or a link does: counts by day, without anything of the person.
import { todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

/** The source link behind a `mid` of this day, or nothing: an unknown or ended one credits the website (D19). */
export const linkOf = (db: Db, key: string, day: string) =>
  db
    .selectFrom('enquiry_source_link')
    .select(['franchisee_id', 'id', 'source_id', 'medium', 'campaign', 'language'])
    .where('key', '=', key)
    .where('active', '=', true)
    .where((eb) => eb.or([eb('expires_on', 'is', null), eb('expires_on', '>=', day)]))
    .executeTakeFirst();

type CodeStep = 'OPEN' | 'START' | 'SUBMIT';

const columns = { OPEN: 'opens', START: 'starts', SUBMIT: 'submits' } as const;

/** Counts a step of the form behind a key; without a key it is the centre's standard address. An unknown key counts nothing. */
export async function countCode(
  db: Db,
  { fid, mid, door }: { fid: number; mid?: string | undefined; door: 'QR' | 'WEB' },
  { step, now }: { step: CodeStep; now: Date },
): Promise<void> {
  const today = todayIst(now);
  const link = mid ? await linkOf(db, mid, today) : null;
  if (mid && link?.franchisee_id !== fid) return;
  const column = sql.id(columns[step]);
  const scan = step === 'OPEN' && door === 'QR' ? 1 : 0;
  await sql`insert into enquiry_qr_day as d (franchisee_id, link_id, on_date, ${column}, scans) values (${fid}, ${link?.id ?? null}, ${today}::date, 1, ${scan})
    on conflict (franchisee_id, link_id, on_date) do update set ${column} = d.${column} + 1, scans = d.scans + excluded.scans`.execute(
    db,
  );
}
