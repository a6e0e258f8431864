// Proposals that wait for a person. One is answered by what happens to the enquiry: closed, revived, or put aside.

import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, newestFirst } from '@aangan/server/record/keyset.ts';
import { personName } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { childName } from '../enquiry/child-name.server.ts';
import { enquiryModules } from '../modules.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';

export const listProposals = handle(followUpWorkContract.proposals, async ({ db, actor, input }) => {
  const may = holds(actor, enquiryModules.enquiry, true);
  let open = db
    .selectFrom('enquiry_proposal as p')
    .innerJoin('enquiry as e', (join) =>
      join.onRef('e.franchisee_id', '=', 'p.franchisee_id').onRef('e.id', '=', 'p.enquiry_id'),
    )
    .where('p.franchisee_id', '=', chosenCentre(actor))
    .where('p.state', '=', 'OPEN')
    .whereRef('p.cycle', '=', 'e.cycle')
    .where(sql<boolean>`case p.kind when 'CLOSE' then e.is_open else e.follow_up_group = 'CLOSED' end`);
  if (input.whose === 'me') open = open.where('e.owner_id', '=', userIdOf(actor));
  const page = await newestFirst(
    open
      .leftJoin('class as k', 'k.id', 'e.class_id')
      .leftJoin('app_user as u', 'u.id', 'e.owner_id')
      .select([
        'p.id',
        'p.kind',
        'p.reason',
        'p.at',
        'p.enquiry_id as enquiryId',
        'e.version',
        'e.enquiry_code as enquiryCode',
        childName('e').$castTo<string>().as('childName'),
        'e.guardian_name as guardianName',
        'e.attempts',
        'e.last_note as lastNote',
        'k.name as className',
        personName('u').as('ownerName'),
      ]),
    { name: 'proposals', at: 'p.at', id: 'p.id' },
    input,
    () => cappedCount(db, open.select('p.id')),
  );
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      can: { move: may, dismiss: holds(actor, enquiryModules.followup, true) },
    })),
  };
});

export const dismissProposal = handle(
  followUpWorkContract.dismissProposal,
  async ({ db, input, actor, now }) => {
    const row = ensureFound(
      await db
        .updateTable('enquiry_proposal')
        .set({ state: 'DISMISSED', decided_by: userIdOf(actor), decided_at: now.toISOString() })
        .where('id', '=', input.id)
        .where('state', '=', 'OPEN')
        .returning('id')
        .executeTakeFirst(),
    );
    return { id: row.id };
  },
);
