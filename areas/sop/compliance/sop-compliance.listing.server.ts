import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay, personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { sopModules as m } from '../modules.ts';
import { REQUIRED } from './figures.server.ts';
import { sopCompliance } from './sop-compliance.listing.ts';

const today = istDay(sql`now()`);

/** People of a centre are shown to those who write or approve SOPs; everybody else meets the own rows. */
const seesPeople = (actor: Actor): boolean =>
  holds(actor, m.manageSop, false) || holds(actor, m.approveSop, false);

export const complianceListing = serveListing(sopCompliance, {
  // A row is a person and a section at a centre; its id is made of them, so a page begins where the last one ended.
  from: sql`(select c.*, 0 as version, overlay(overlay(md5(c.user_id::text || c.section_id::text || c.franchisee_id) placing '4' from 13) placing '8' from 17)::uuid as id
      from sop_states(${today}) c where ${REQUIRED}) c
    join sop_section s on s.id = c.section_id join app_user u on u.id = c.user_id join franchisee f on f.id = c.franchisee_id`,
  alias: 'c',
  columns: {
    person: personName('u'),
    title: 's.title',
    code: 's.code',
    centre: 'f.company_name',
    live: sql`c.major || '.' || c.minor`,
    acknowledgedAt: 'c.acked_at',
    dueOn: 'c.due_on',
    late: sql`(case when c.state <> 'CURRENT' and c.due_on < ${today} then 'YES' else 'NO' end)`,
    status: 'c.state',
    sectionId: 's.id',
    folderId: 's.folder_id',
    personId: 'c.user_id',
    mine: sql`(case when c.user_id = scope_user() then 'YES' else 'NO' end)`,
  },
  only: (actor) => (seesPeople(actor) ? sql`true` : sql`c.user_id = ${userIdOf(actor)}`),
  can: () => ({}),
});
export const { handlers } = complianceListing;
