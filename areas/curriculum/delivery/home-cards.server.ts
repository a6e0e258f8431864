// What a teacher's home shows of the plan: the own sections that follow one, with the day of each.
import type { HomeCards, HomeContext } from '@aangan/server/endpoint/home-card.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { sectionDays } from '../../academics/public.server.ts';
import { curriculumModules as m } from '../modules.ts';
import { datesOf } from './adherence.ts';
import { visibleSections } from './section-plan.listing.server.ts';
import { sectionPlans } from './section-plan.listing.ts';
import { daysAt, runningWhere } from './section-plan-row.server.ts';

const TODAY = 'curriculum.today';
/** More do not fit under a figure. */
const NAMED = 3;

async function read(db: Db, { actor, today, yearId, now }: HomeContext) {
  const plans = await runningWhere(
    db,
    sql`s.academic_year_id = ${yearId} and ${inChosenCentre(actor, 's.franchisee_id')} and ${visibleSections(actor, today)}`,
  );
  const daysOf = sectionDays(db);
  const titles: string[] = [];
  for (const plan of plans.slice(0, NAMED)) {
    const days = await daysOf(plan, { from: plan.startsOn, to: today, most: 999 });
    const position = datesOf(days, plan).indexOf(today) + 1;
    const [day] = position === 0 ? [] : await daysAt(db, plan, { now, where: sql`d.position = ${position}` });
    if (day?.open && day.title) titles.push(day.title);
  }
  return {
    [TODAY]: { n: plans.length, note: titles.length > 0 ? titles.join(', ') : 'No day of a plan today' },
  };
}

export const curriculumHomeCards: readonly HomeCards[] = [
  {
    module: m.Curriculum,
    read,
    cards: [
      {
        key: TODAY,
        title: 'Today’s plan: own sections',
        unit: 'count',
        picture: 'number',
        on: { teacher: 5 },
        drill: {
          path: '/learning/curriculum',
          list: sectionPlans.endpoints.list,
          filters: () => ({ status: 'RUNNING' }),
          measures: 'rows',
        },
      },
    ],
  },
];
