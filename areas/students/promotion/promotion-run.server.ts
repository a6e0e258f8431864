// The status of a run as people read it: how it ended stands in its batch.
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** Joins a run `r` to its batch `b`. */
export const ofBatch = sql`left join batch b on b.franchisee_id = r.franchisee_id and b.id = r.batch_id`;

export const runStatus: RawBuilder<string> = sql<string>`(case when r.status <> 'RUNNING' or b.state in ('QUEUED', 'RUNNING') then r.status
  when b.state = 'CANCELLED' or b.failed > 0 then 'PARTIAL' else 'COMPLETED' end)`;
