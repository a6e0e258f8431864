// The call log of a centre (enquiries.md 4).
import { maskPhone } from '@aangan/contract/phone.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay, personName } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { childName } from '../enquiry/child-name.server.ts';
import { calls } from './call.listing.ts';

const noted = sql`select from follow_up f where f.franchisee_id = c.franchisee_id and f.call_id = c.id and f.voided_at is null`;

export const { handlers: callHandlers } = serveListing(calls, {
  from: sql`call_log c left join enquiry e on e.franchisee_id = c.franchisee_id and e.id = c.enquiry_id`,
  alias: 'c',
  joins: sql`left join app_user u on u.id = c.agent_id`,
  columns: {
    enquiryCode: 'e.enquiry_code',
    startedAt: 'c.started_at',
    number: 'c.phone_norm',
    direction: 'c.direction',
    status: 'c.status',
    outcome: sql`(select f.outcome from follow_up f where f.franchisee_id = c.franchisee_id and f.call_id = c.id and f.voided_at is null order by f.at desc limit 1)`,
    talkS: 'c.talk_s',
    agentName: personName('u'),
    childName: childName('e'),
    agentId: 'c.agent_id',
    startedOn: istDay(sql`c.started_at`),
  },
  // A call that only its line knew leaves the list with that line's undo.
  only: () => sql`(c.provider_call_id is null or c.provider_call_id not like 'line:%' or exists (${noted}))`,
  map: async (rows) => rows.map((row) => ({ ...row, number: row.number ? maskPhone(row.number) : null })),
  can: () => ({}),
});
