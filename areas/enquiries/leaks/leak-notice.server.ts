// Once a week the head of a centre hears what leaks (enquiries.md 11.5), counted by the list that the notice opens.
import { academicYearLabel, currentYear, todayIst } from '@aangan/contract/period.ts';
import { mondayOf } from '@aangan/contract/weekday.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { notify } from '../../shell/public.server.ts';
import { centreHeads } from '../allocation/desk.server.ts';
import { countedCentres } from '../dashboard/enquiry-tally.server.ts';
import { leakLists, leaksAt } from './leaks.server.ts';

type Lists = Awaited<ReturnType<typeof leakLists>>;

export const leakNotice: JobDeclaration = {
  name: 'enquiries.leak-notice',
  title: 'Tell centre heads once a week which follow-ups leak',
  schedule: '30 8 * * 1',
  onMiss: 'RUN_ONCE',
  maxLateS: 24 * 3600,
  timeoutS: 1800,
  run: async ({ work, now }) => {
    // From December on two years are worked at once.
    const years = [currentYear(now), currentYear(now) + 1];
    const centres = await work(null, (db) => countedCentres(db));
    return eachPart(
      centres.flatMap((centre) => years.map((year) => ({ centre, year }))),
      ({ centre, year }) => `centre ${centre}, ${academicYearLabel(year)}`,
      async ({ centre, year }) => Number(await work(centre, (db) => tellLeaks(db, centre, year, now))),
    );
  },
};

/** Tells the heads of one centre and year. True when there was something to tell and somebody to hear it. */
export async function tellLeaks(db: Db, franchiseeId: number, yearId: number, now: Date): Promise<boolean> {
  const lists = await leakLists(db, leaksAt(franchiseeId, yearId, now));
  const parts = leakParts(lists);
  if (parts.length === 0) return false;
  const heads = await centreHeads(db, franchiseeId);
  for (const userId of heads)
    await notify(db, {
      userId,
      kind: 'enquiries.leaks',
      title: `Leaks of ${academicYearLabel(yearId)}: ${parts.join(', ')}`,
      body: 'Open the list: one button plans these families for the next working day.',
      link: `/forms/followup?tab=leaks&forCentre=${franchiseeId}&forYear=${yearId}`,
      franchiseeId,
      sourceArea: 'enquiries',
      // The week's name: whoever runs the job again, or a day late, tells nobody twice.
      dedupeKey: `enquiries.leaks:${franchiseeId}:${yearId}:${mondayOf(todayIst(now))}`,
    });
  return heads.length > 0;
}

function leakParts({ withoutDate, missed, late }: Lists): string[] {
  return [
    ...(withoutDate > 0 ? [`${withoutDate} without a next date`] : []),
    ...(missed.total > 0
      ? [missed.total === 1 ? '1 promised call missed' : `${missed.total} promised calls missed`]
      : []),
    ...(late.total > 0
      ? [late.total === 1 ? '1 family answers late' : `${late.total} families answer late`]
      : []),
  ];
}
