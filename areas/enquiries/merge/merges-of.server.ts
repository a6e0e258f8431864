import { personName } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

const DAY_MS = 86_400_000;
export const UNDO_DAYS = 7;

/** Until when a merge can be taken back. */
export const undoUntil = (at: string): Date => new Date(new Date(at).getTime() + UNDO_DAYS * DAY_MS);

interface MergedRow {
  id: string;
  mergedId: string;
  enquiryCode: string;
  at: string;
  by: string | null;
}

/** Enquiries that stand under this one, with what can be taken apart again, and all their ids (also of their own). */
export async function mergesOf(
  db: Db,
  { franchiseeId, id }: { franchiseeId: number; id: string },
  now: Date,
  mayUndo: boolean,
) {
  const { rows } = await sql<MergedRow>`
    select m.id, m.merged_id as "mergedId", e.enquiry_code as "enquiryCode", m.at, ${personName('u')} as by
      from enquiry_merge m join enquiry e on e.franchisee_id = m.franchisee_id and e.id = m.merged_id left join app_user u on u.id = m.by
     where m.franchisee_id = ${franchiseeId} and m.survivor_id = ${id}::uuid and m.undone_at is null order by m.at desc`.execute(
    db,
  );
  return {
    ids: rows.length === 0 ? [] : await idsUnder(db, franchiseeId, id),
    rows: rows.map(({ mergedId: _id, ...row }) => {
      const until = undoUntil(row.at);
      return { ...row, undoUntil: until.toISOString(), canUndo: mayUndo && now <= until };
    }),
  };
}

/** Ids of all that was merged into an enquiry, also by way of others. */
async function idsUnder(db: Db, franchiseeId: number, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive under as (
      select e.id from enquiry e where e.franchisee_id = ${franchiseeId} and e.merged_into = ${id}::uuid
      union select e.id from under u join enquiry e on e.franchisee_id = ${franchiseeId} and e.merged_into = u.id)
    select id from under`.execute(db);
  return rows.map((row) => row.id);
}
