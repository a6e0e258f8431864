import { maskPhone } from '@aangan/contract/phone.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { HEAD_OFFICE, personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { franchiseeLabels } from '../../network/public.server.ts';
import { conversationContract as contract } from './conversation.contract.ts';
import { conversations } from './conversation.listing.ts';
import { conversationStates, openUntil } from './conversation.states.ts';

const parents = sql`guardian g where g.franchisee_id = c.franchisee_id and g.mobile = c.phone_norm and not g.deceased`;
const enquiry = sql`household_contact h join enquiry e on e.franchisee_id = h.franchisee_id and e.household_id = h.household_id
  where h.franchisee_id = c.franchisee_id and h.kind = 'PHONE' and h.value_norm = c.phone_norm and e.merged_into is null and e.erased_at is null`;

export const conversationListing = serveListing(conversations, {
  from: sql`conversation c left join app_user u on u.id = c.owner_id`,
  alias: 'c',
  columns: {
    name: sql`coalesce((select string_agg(g.name, ' · ' order by g.name) from ${parents}),
      (select e.guardian_name from ${enquiry} order by e.is_open desc, e.last_activity_at desc limit 1), c.profile_name, '–')`,
    who: sql`(case when exists (select from ${parents}) then 'PARENT' when exists (select from ${enquiry}) then 'ENQUIRY' else 'NOBODY' end)`,
    number: sql`coalesce(c.phone_norm, c.wa_id)`,
    // Its label, after the page is read.
    centre: sql`c.franchisee_id::text`,
    unread: 'c.unread',
    lastInAt: sql`date_trunc('milliseconds', c.last_in_at)`,
    lastAt: sql`date_trunc('milliseconds', c.last_at)`,
    owner: personName('u'),
    status: 'c.status',
    children: sql`coalesce((select string_agg(distinct coalesce(s.call_name, s.name), ', ') from guardian g
      join student_guardian sg on sg.franchisee_id = g.franchisee_id and sg.guardian_id = g.id and not sg.restricted
      join student s on s.franchisee_id = sg.franchisee_id and s.id = sg.student_id
     where g.franchisee_id = c.franchisee_id and g.mobile = c.phone_norm and not g.deceased), '')`,
    ownerId: 'c.owner_id',
    openUntil: sql`date_trunc('milliseconds', c.last_in_at)`,
  },
  map: async (rows, { db }) => {
    const labels = await franchiseeLabels(
      db,
      rows.map((row) => row.franchiseeId),
    );
    return rows.map((row) => ({
      ...row,
      number: row.number.startsWith('+') ? maskPhone(row.number) : `…${row.number.slice(-4)}`,
      centre: row.franchiseeId === HEAD_OFFICE ? 'Head office' : (labels.get(row.franchiseeId) ?? ''),
      openUntil: openUntil(new Date(row.lastInAt)).toISOString(),
    }));
  },
  can: (row, actor) => {
    const writes = mayCall(actor, contract.reply);
    const steps = new Set<string>(writes ? actionsFrom(conversationStates, row.status) : []);
    return { answer: steps.has('answer'), close: steps.has('close'), assign: writes };
  },
});
export const { handlers } = conversationListing;
