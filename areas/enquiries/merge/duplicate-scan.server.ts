// What a capture cannot see: the same child under another number. Likeness only flags; a person decides (enquiries.md 3.6).
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { UNDO_DAYS } from './merges-of.server.ts';
import { sameGuardian } from './same-guardian.ts';

const DAY_MS = 86_400_000;
/** A missed night is made good. */
const LOOK_BACK_DAYS = 3;

interface Alike {
  franchisee_id: number;
  a: string;
  b: string;
  a_guardian: string;
  b_guardian: string;
  same_dob: boolean;
}

// Those that changed lately against their centre and year, by the index on the child's name.
async function alikeSince(db: Db, since: string): Promise<Alike[]> {
  const { rows } = await sql<Alike>`
    with recent as materialized (
      select e.franchisee_id, e.academic_year_id, e.id, e.child_name_key, e.child_dob, e.pincode, e.household_id, e.guardian_name from enquiry e
       where e.last_activity_at >= ${since}::timestamptz and e.child_name_key is not null and e.merged_into is null and e.erased_at is null)
    select distinct on (1, 2, 3) r.franchisee_id, least(r.id, o.id) as a, greatest(r.id, o.id) as b, r.guardian_name as a_guardian, o.guardian_name as b_guardian,
      coalesce(r.child_dob = o.child_dob, false) as same_dob
      from recent r join enquiry o on o.franchisee_id = r.franchisee_id and o.academic_year_id = r.academic_year_id and o.child_name_key = r.child_name_key
       and o.merged_into is null and o.erased_at is null
     where o.id <> r.id and o.household_id <> r.household_id and (o.child_dob = r.child_dob or o.pincode = r.pincode)
       and not exists (select from duplicate_candidate d where d.franchisee_id = r.franchisee_id and d.a_id = least(r.id, o.id) and d.b_id = greatest(r.id, o.id))
     limit 5000`.execute(db);
  return rows;
}

export const duplicateScanJob: JobDeclaration = {
  name: 'enquiries.duplicate-scan',
  title: 'Enquiries that may be one child',
  schedule: '0 2 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 6 * 3600,
  timeoutS: 900,
  run: async ({ work, now }) => {
    const since = new Date(now.getTime() - LOOK_BACK_DAYS * DAY_MS).toISOString();
    const flagged = await work(null, async (db) => {
      const pairs = (await alikeSince(db, since)).filter((pair) =>
        sameGuardian(pair.a_guardian, pair.b_guardian),
      );
      for (const pair of pairs)
        await sql`insert into duplicate_candidate (franchisee_id, a_id, b_id, score_bp, reasons)
          values (${pair.franchisee_id}, ${pair.a}::uuid, ${pair.b}::uuid, 9500, ${[`same names under another number, ${pair.same_dob ? 'same birth day' : 'same pincode'}`]}::text[]) on conflict do nothing`.execute(
          db,
        );
      return pairs.length;
    });
    await work(null, (db) => forgetOldMerges(db, now));
    return { ok: flagged, failed: 0 };
  },
};

/** What an undo would have needed goes when it is too late for one: it holds names and numbers. */
const forgetOldMerges = (db: Db, now: Date) =>
  db
    .updateTable('enquiry_merge')
    .set({ before: null, after: null })
    .where('before', 'is not', null)
    .where('at', '<', new Date(now.getTime() - (UNDO_DAYS + 1) * DAY_MS).toISOString())
    .execute();
