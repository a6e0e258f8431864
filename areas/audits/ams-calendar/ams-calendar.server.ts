// The calendar without sign-in: what is no secret for everybody, and announced visits for whoever holds their manager's link.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { GST_STATES } from '@aangan/contract/india.ts';
import { endOfMonth } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import { issueLink, linkPurposes, revokeLinks } from '@aangan/server/work/links.ts';
import { sql } from 'kysely';
import { amsCalendarContract as contract, sharedCalendarContract } from './ams-calendar.contract.ts';

const purpose = 'ams.calendar';
const daysOf = (month: string) => ({ first: `${month}-01`, last: endOfMonth(`${month}-01`) });

export const month = handle(contract.month, async ({ db, input }) => {
  const { first, last } = daysOf(input.month);
  const { rows: holidays } = await sql<{
    day: string;
    name: string;
    state: keyof typeof GST_STATES | null;
    city: string | null;
  }>`select h.on_date as day, h.name, h.state_code as state, c.name as city from ams_holiday h left join city c on c.id = h.city_id
     where h.on_date between ${first}::date and ${last}::date order by h.on_date, h.name`.execute(db);
  const { rows: cycles } = await sql<OutputOf<typeof contract.month>['cycles'][number]>`
    select name, from_on as "from", to_on as "to" from ams_cycle
     where state <> 'DRAFT' and from_on <= ${last}::date and to_on >= ${first}::date order by from_on`.execute(
    db,
  );
  return {
    holidays: holidays.map(({ state, city, ...row }) => ({
      ...row,
      place: city ?? (state === null ? 'India' : GST_STATES[state]),
    })),
    cycles,
  };
});

export const visits = handle(sharedCalendarContract.visits, async ({ db, input }) => {
  const { first, last } = daysOf(input.month);
  const { rows } = await sql<OutputOf<typeof sharedCalendarContract.visits>['visits'][number]>`
    select day, slot, centre, city from ams_calendar_visits(${first}, ${last})`.execute(db);
  return { visits: rows };
});

export const links = handle(contract.links, async ({ db, actor, now }) => ({
  links: await db
    .selectFrom('public_link')
    .select(['issued_at as issuedAt', 'expires_at as expiresAt'])
    .where('purpose', '=', purpose)
    .where('subject_id', '=', userIdOf(actor))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('issued_at')
    .execute(),
}));

export const share = handle(contract.share, async ({ db, actor, now }) => {
  const token = await issueLink(db, {
    purpose,
    franchiseeId: HEAD_OFFICE,
    subject: { kind: 'user', id: userIdOf(actor) },
    now,
  });
  const expiresAt = new Date(now.getTime() + linkPurposes[purpose].days * 86_400_000);
  return { path: `/ams/amsCalender?key=${token}`, expiresAt: expiresAt.toISOString() };
});

export const endLinks = handle(contract.endLinks, async ({ db, actor }) => {
  await revokeLinks(db, { purpose, subjectId: userIdOf(actor), reason: 'ended by hand' });
  return {};
});
