// Every figure counts exactly the rows of the list it opens: by the list's own conditions.
import { serveBoard } from '@aangan/server/board/serve-board.ts';
import { countUpToCap } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { chosenYear } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { enquiryListing, openAmount } from './service-enquiry.listing.server.ts';
import { servicesBoard } from './services-board.contract.ts';

const FILTERS = {
  fresh: { status: 'NEW' },
  dueToday: { due: 'TODAY' },
  overdue: { due: 'OVERDUE' },
  waiting: { status: 'PENDING' },
  waitlist: { status: 'WAITLISTED' },
  active: { status: 'ACTIVE' },
  quoted: { quoted: 'YES' },
  held: { status: 'APPROVED' },
  holdEnding: { hold: 'ENDING' },
} as const;

export const servicesDashboard = serveBoard(servicesBoard, async ({ db, actor }) => {
  const figure = async <F extends (typeof FILTERS)[keyof typeof FILTERS]>(filters: F) => {
    const rows = await enquiryListing.rowsOf({ db, actor }, filters);
    const counted = await sql<{ n: number }>`select ${countUpToCap(sql`select ${rows}`)} as n`.execute(db);
    return { n: counted.rows[0]?.n ?? 0, filters };
  };
  const heldValue = async () => {
    const rows = await enquiryListing.rowsOf({ db, actor }, FILTERS.held);
    const summed = await sql<{
      n: number;
    }>`select coalesce(sum(${openAmount}), 0)::bigint as n ${rows}`.execute(db);
    return summed.rows[0]?.n ?? 0;
  };
  const { rows } = await sql<{ label: string; open: number; active: number; lost: number }>`
    select s.name as label, count(*) filter (where e.status not in ('ACTIVE', 'ENDED', 'LOST'))::int as open,
      count(*) filter (where e.status = 'ACTIVE')::int as active, count(*) filter (where e.status = 'LOST')::int as lost
      from service_enquiry e join service s on s.id = e.service_id
     where e.academic_year_id = ${chosenYear(actor)} and ${inChosenCentre(actor, 'e.franchisee_id')} group by s.name order by s.name limit 20`.execute(
    db,
  );
  return {
    fresh: await figure(FILTERS.fresh),
    dueToday: await figure(FILTERS.dueToday),
    overdue: await figure(FILTERS.overdue),
    waiting: await figure(FILTERS.waiting),
    waitlist: await figure(FILTERS.waitlist),
    active: await figure(FILTERS.active),
    quoted: await figure(FILTERS.quoted),
    held: await figure(FILTERS.held),
    holdEnding: await figure(FILTERS.holdEnding),
    heldValue: { n: await heldValue(), filters: FILTERS.held },
    byService: rows.map(({ label, ...values }) => ({ label, values })),
  };
});
