// The call log of a centre (enquiries.md 4). A call that only its line knew leaves the list with that line's undo.
import { addDays, startOfDay } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, newestFirst } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { childNameOf } from '../enquiry/enquiry-rows.server.ts';
import { followUpWorkContract } from '../follow-up/follow-up-work.contract.ts';

export const callLog = handle(followUpWorkContract.callLog, async ({ db, actor, input }) => {
  const { agent, direction, date, after, limit } = input;
  let calls = db.selectFrom('call_log as c').where(
    sql<boolean>`(c.provider_call_id is null or c.provider_call_id not like 'line:%' or exists (select from follow_up f
        where f.franchisee_id = c.franchisee_id and f.call_id = c.id and f.voided_at is null))`,
  );
  calls = calls.where(inChosenCentre(actor, 'c.franchisee_id'));
  if (agent) calls = calls.where('c.agent_id', '=', agent === 'me' ? userIdOf(actor) : agent);
  if (direction) calls = calls.where('c.direction', '=', direction);
  if (date)
    calls = calls
      .where('c.started_at', '>=', startOfDay(date).toISOString())
      .where('c.started_at', '<', startOfDay(addDays(date, 1)).toISOString());
  const page = await newestFirst(
    calls
      .leftJoin('enquiry as e', (join) =>
        join.onRef('e.franchisee_id', '=', 'c.franchisee_id').onRef('e.id', '=', 'c.enquiry_id'),
      )
      .leftJoin('app_user as u', 'u.id', 'c.agent_id')
      .select([
        'c.id',
        'c.franchisee_id',
        'c.started_at',
        'c.direction',
        'c.phone_norm',
        'c.status',
        'c.talk_s',
        'e.enquiry_code',
        'e.child_first_name',
        'e.child_last_name',
        'e.guardian_name',
        'u.first_name',
        'u.last_name',
        sql<
          string | null
        >`(select f.outcome from follow_up f where f.franchisee_id = c.franchisee_id and f.call_id = c.id
          and f.voided_at is null order by f.at desc limit 1)`.as('outcome'),
      ]),
    { name: 'calls', at: 'c.started_at', id: 'c.id' },
    { after, limit },
    () => cappedCount(db, calls.select('c.id')),
  );
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      franchiseeId: row.franchisee_id,
      startedAt: row.started_at,
      direction: row.direction,
      number: row.phone_norm ? maskPhone(row.phone_norm) : null,
      status: row.status,
      outcome: row.outcome,
      talkS: row.talk_s,
      agentName: row.first_name ? `${row.first_name} ${row.last_name ?? ''}`.trim() : null,
      enquiryCode: row.enquiry_code,
      childName:
        row.guardian_name === null
          ? null
          : childNameOf({
              child_first_name: row.child_first_name,
              child_last_name: row.child_last_name,
              guardian_name: row.guardian_name,
            }),
    })),
  };
});
