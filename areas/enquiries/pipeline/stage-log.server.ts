import { personName } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { EnquiryFull } from '../enquiry/enquiry-row.ts';

type StageLine = EnquiryFull['stages'][number];

/** The stages that enquiries of one centre went through, oldest first. */
export async function stageLog(
  db: Db,
  of: { franchiseeId: number; ids: readonly string[] },
): Promise<StageLine[]> {
  const { rows } = await sql<StageLine>`
    select l.at, ${personName('u')} as by, l.via, l.action, l.from_stage as "fromStage", l.to_stage as "toStage", l.to_status as "toStatus",
      l.seconds_in_stage::float8 as seconds, l.reason, l.cycle
      from enquiry_stage_log l left join app_user u on u.id = l.by
     where l.franchisee_id = ${of.franchiseeId} and l.enquiry_id = any (${[...of.ids]}::uuid[]) order by l.at, l.seq limit 200`.execute(
    db,
  );
  return rows;
}
