// What follows from the service enquiries, through the product: drafts, a queue for the approver, held seats, active ones.
import { pauseService } from '@aangan/areas/services/assigned/change-service.server.ts';
import { activateService } from '@aangan/areas/services/assignment/activate-service.server.ts';
import { lockBoth } from '@aangan/areas/services/assignment/assignment-row.server.ts';
import { approveService } from '@aangan/areas/services/assignment/decide-service.server.ts';
import { saveAssignment, submitService } from '@aangan/areas/services/assignment/save-assignment.server.ts';
import { academicYearDays, academicYearOf, addDays } from '@aangan/contract/period.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { Clock } from '../../../db/demo/moment.ts';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';
import { serviceId, servicePlanId } from './services.ts';

export const SERVICES_AT: readonly number[] = [ANDHERI, BANER];

/** The parent who signs in holds a seat of the bus and can pay for it. */
const STORIES = ['HELD', 'PENDING', 'ACTIVE', 'PENDING', 'DRAFT', 'HELD'] as const;
const WEEK = ['MON', 'TUE', 'WED', 'THU', 'FRI'];

const PAUSE_DAYS = 20;

/** The family of the running service is away soon: a pause waits for its second person. Not at the very end of the year. */
async function askPause(
  database: Database,
  maker: ReturnType<typeof actorAt>,
  { id, today, now, to }: { id: string; today: string; now: Date; to: string },
): Promise<void> {
  await work(database, maker, 'service-pause', async (db) => {
    const { row } = await lockBoth(db, id);
    const from = addDays(row.starts_on > today ? row.starts_on : today, 7);
    const until = addDays(from, PAUSE_DAYS - 1);
    if (row.status !== 'ACTIVE' || until > to) return;
    const input = { id, from, to: until, reason: 'The family is away at the grandparents.' };
    await carryOut(pauseService, { db, actor: maker, now, version: row.version, input });
  });
}

interface Wish {
  id: string;
  service: string;
  from: string;
  stop: string | null;
}

/** At one centre, for its first enquiries that want the bus or day-care. */
export async function assignServices(
  database: Database,
  centreId: number,
  { today, now }: Clock,
): Promise<void> {
  const maker = actorAt(centreId, teamAt(centreId).head.id);
  const decider = actorAt(centreId, headOffice.finance.id);
  const bus = serviceId('BUS');
  const { rows } = await work(database, maker, 'service-wishes', (db) =>
    sql<Wish>`select id, service_id as service, wanted_from as "from", stop_text as stop from service_enquiry
      where franchisee_id = ${centreId} and status in ('NEW', 'CONTACTED') and service_id in (${bus}, ${serviceId('DAY-CARE')})
      order by enquiry_code limit ${STORIES.length}`.execute(db),
  );
  const { to } = academicYearDays(academicYearOf(today));
  for (const [n, wish] of rows.entries()) {
    const story = STORIES[n] ?? 'DRAFT';
    const input = {
      enquiryId: wish.id,
      ...(wish.service === bus
        ? { direction: 'BOTH', distanceM: 1_800 + 700 * n, ...(wish.stop ? { stopText: wish.stop } : {}) }
        : { planId: servicePlanId('DAYCARE') }),
      startsOn: wish.from,
      endsOn: to,
      weekdays: WEEK,
      note: 'The family wants it from this day.',
    };
    const { id } = (await work(database, maker, 'service-draft', (db) =>
      carryOut(saveAssignment, { db, actor: maker, now, version: 0, input }),
    )) as { id: string };
    if (story === 'DRAFT') continue;
    const versioned = async (db: Db) => ({
      db,
      now,
      version: (await lockBoth(db, id)).row.version,
      input: { id },
    });
    await work(database, maker, 'service-submit', async (db) =>
      carryOut(submitService, { ...(await versioned(db)), actor: maker }),
    );
    if (story === 'PENDING') continue;
    await work(database, decider, 'service-approve', async (db) => {
      await carryOut(approveService, { ...(await versioned(db)), actor: decider });
      const both = await lockBoth(db, id);
      if (story === 'ACTIVE' && both.row.status === 'HELD') await activateService(db, both);
    });
    if (story === 'ACTIVE') await askPause(database, maker, { id, today, now, to });
  }
}
