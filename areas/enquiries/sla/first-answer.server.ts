// The clock of the first answer (enquiries.md 3.4): it starts when a family writes, in working time, and its three events
// are known at once. The database stops it at the first attempt of a person (migration 0420).
import { todayIst } from '@aangan/contract/period.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { enquiryDesk } from '../enquiry/capture-facts.server.ts';
import { eventsOf } from './first-answer-events.ts';
import { type SlaSetting, slaSeconds, slaSetting } from './sla-setting.ts';

export const slaOf = (db: Db, franchiseeId: number): Promise<SlaSetting> =>
  readSetting(db, 'enquiries', slaSetting, franchiseeId);

export interface Clock {
  enquiryId: string;
  cycle: number;
  sourceId: string;
  startedAt: Date;
}

/**
 * Starts clocks; one that runs already for this life of the enquiry stays. In a further life the enquiry itself is due
 * anew too: the attempts of the life before answered another question.
 */
export async function startClocks(
  db: Db,
  { franchiseeId }: { franchiseeId: number },
  clocks: readonly Clock[],
): Promise<void> {
  if (clocks.length === 0) return;
  const from = todayIst(new Date(Math.min(...clocks.map((clock) => clock.startedAt.getTime()))));
  const calendar = await enquiryDesk(db, { franchiseeId, from });
  const sla = await slaOf(db, franchiseeId);
  const rows = clocks.map((clock) => {
    const seconds = slaSeconds(sla, clock.sourceId);
    const events = eventsOf(calendar, clock.startedAt, seconds);
    return {
      enquiry_id: clock.enquiryId,
      cycle: clock.cycle,
      source_id: clock.sourceId,
      started_at: clock.startedAt.toISOString(),
      warn_at: events.warnAt.toISOString(),
      due_at: events.dueAt.toISOString(),
      recall_at: events.recallAt.toISOString(),
      target_s: seconds,
    };
  });
  await sql`with made as (insert into first_answer (franchisee_id, enquiry_id, cycle, source_id, started_at, warn_at, due_at, recall_at, target_s, next_at)
    select ${franchiseeId}::int, enquiry_id, cycle, source_id, started_at, warn_at, due_at, recall_at, target_s, warn_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x (enquiry_id uuid, cycle smallint, source_id uuid, started_at timestamptz, warn_at timestamptz, due_at timestamptz, recall_at timestamptz, target_s int)
    on conflict do nothing returning franchisee_id, enquiry_id, cycle, due_at)
    update enquiry e set sla_due_at = made.due_at, first_attempt_at = null from made
     where made.cycle > 1 and e.franchisee_id = made.franchisee_id and e.id = made.enquiry_id`.execute(db);
}
