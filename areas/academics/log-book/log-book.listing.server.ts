import { actionsFrom } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, holds, mayCall } from '@aangan/server/work/actor.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { academicsModules as m } from '../modules.ts';
import { logBookContract } from './log-book.contract.ts';
import { logBooks } from './log-book.listing.ts';
import { logBookStates } from './log-book.states.ts';

/** Other teachers' entries are for who acts for all sections; the others meet their own alone (academics.md D5). */
export const seesAll = (actor: Actor): boolean => holds(actor, m.allSections, false);

export const logBookListing = serveListing(logBooks, {
  from: sql`log_book_entry e join staff p on p.franchisee_id = e.franchisee_id and p.id = e.staff_id
    join section s on s.franchisee_id = e.franchisee_id and s.id = e.section_id join class k on k.id = s.class_id`,
  alias: 'e',
  joins: sql`left join app_user r on r.id = e.reviewed_by`,
  columns: {
    onDate: 'e.on_date',
    teacher: sql`p.name`,
    section: sql`k.name || ' ' || s.name`,
    answers: sql`(select count(*)::int from log_book_answer a where a.franchisee_id = e.franchisee_id and a.entry_id = e.id)`,
    helpNeeded: 'e.help_needed',
    status: 'e.status',
    reviewer: personName('r'),
    submittedAt: 'e.submitted_at',
    sectionId: 'e.section_id',
    staffId: 'e.staff_id',
    authorId: 'e.author_id',
  },
  only: (actor) => (seesAll(actor) ? sql`true` : sql`e.author_id = ${userIdOf(actor)}`),
  can: (row, actor) => {
    const steps = new Set(actionsFrom(logBookStates, row.status));
    const own = row.authorId === actor.userId;
    return {
      edit: own && steps.has('submit') && mayCall(actor, logBookContract.save),
      review: !own && steps.has('review') && mayCall(actor, logBookContract.review),
    };
  },
});

export const { handlers } = logBookListing;
