import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { slices } from '../slices.ts';
import type { Candidate, Why } from './allocation-words.ts';

export interface LogLine {
  enquiryId: string;
  from: string | null;
  to: string | null;
  why: Why;
  ruleId?: string | null;
  batchId?: string | null;
  note?: string | null;
  candidates?: readonly Candidate[];
}

/** Writes decisions in the order they were taken. */
export async function logAllocation(
  db: Db,
  at: { franchiseeId: number; now: Date; by: string | null },
  lines: readonly LogLine[],
): Promise<void> {
  for (const some of slices(lines))
    await sql`insert into allocation_log (franchisee_id, enquiry_id, at, from_owner, to_owner, why, rule_id, batch_id, by, note, candidates)
    select ${at.franchiseeId}::int, (l ->> 'enquiryId')::uuid, ${at.now.toISOString()}::timestamptz, (l ->> 'from')::uuid, (l ->> 'to')::uuid, l ->> 'why', (l ->> 'ruleId')::uuid,
      (l ->> 'batchId')::uuid, ${at.by}::uuid, l ->> 'note', coalesce(l -> 'candidates', '[]')
      from jsonb_array_elements(${JSON.stringify(some)}::jsonb) with ordinality as x (l, n) order by n`.execute(
      db,
    );
}
