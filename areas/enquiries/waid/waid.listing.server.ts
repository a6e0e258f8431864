import { maskPhone } from '@aangan/contract/phone.ts';
import { nextState } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { HEAD_OFFICE, istDay, personName } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { franchiseeLabels } from '../../network/public.server.ts';
import { waContacts } from './waid.listing.ts';
import { contactTransitions } from './waid.states.ts';

export const { handlers: contactHandlers } = serveListing(waContacts, {
  from: sql`wa_contact w`,
  alias: 'w',
  joins: sql`left join lead_channel c on c.id = w.channel_id left join enquiry e on e.franchisee_id = w.franchisee_id and e.id = w.enquiry_id
    left join app_user u on u.id = e.owner_id`,
  columns: {
    profileName: 'w.profile_name',
    waId: sql`coalesce(w.phone_norm, '…' || right(w.wa_id, 4))`,
    firstText: 'w.first_text',
    // The headline of the ad they came by.
    ad: sql`left(w.referral ->> 'headline', 80)`,
    messages: 'w.messages',
    lastAt: 'w.last_at',
    firstAt: 'w.first_at',
    state: 'w.state',
    enquiryCode: 'e.enquiry_code',
    ownerName: personName('u'),
    centreLabel: sql`null::text`,
    channelName: 'c.name',
    hasNumber: sql`w.phone_norm is not null`,
    writtenOn: istDay(sql`w.last_at`),
  },
  map: async (rows, { db }) => {
    const labels = await franchiseeLabels(
      db,
      rows.map((row) => row.franchiseeId),
    );
    return rows.map((row) => ({
      ...row,
      waId: row.hasNumber ? maskPhone(row.waId) : row.waId,
      // Head office keeps what belongs to nobody yet.
      centreLabel: row.franchiseeId === HEAD_OFFICE ? null : (labels.get(row.franchiseeId) ?? null),
    }));
  },
  can: (row, actor) => {
    const may = (action: string) =>
      holds(actor, waContacts.module, true) && nextState(contactTransitions, row.state, action) !== null;
    return {
      create: may('create'),
      link: may('link'),
      ignore: may('ignore'),
      block: may('block'),
      reopen: may('reopen'),
    };
  },
});
