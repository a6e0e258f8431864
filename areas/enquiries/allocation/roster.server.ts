// Who may own enquiries of a centre, how much they have, and who stands in for whom.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { reaches } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { userCards } from '../../network/public.server.ts';
import { eligibleOwners } from '../enquiry/enquiry-choices.server.ts';
import { languages } from '../enquiry/enquiry-fields.ts';
import { skipText } from './allocation-words.ts';
import { coverOf } from './covers.server.ts';
import { peopleOf, rulesOf } from './desk.server.ts';
import { leadAllocationContract, type RosterPerson } from './lead-allocation.contract.ts';
import { spokenAt } from './speakers.server.ts';

/** People of a centre, lightest load first; whoever should not get a lead now comes last. */
export async function peopleAt(
  db: Db,
  at: { franchiseeId: number; today: Day },
  which: { everyone?: boolean } = {},
): Promise<RosterPerson[]> {
  const owners = await eligibleOwners(db, at.franchiseeId);
  const cards = await userCards(
    db,
    owners.map((one) => one.id),
  );
  const state = await peopleOf(
    db,
    at,
    owners.map((one) => one.id),
  );
  const rules = await rulesOf(db, at.franchiseeId, { activeOnly: true });
  const more = await moreOf(db, at);
  const rows = owners.map(({ id, name }): RosterPerson => {
    const person = state.get(id);
    const seats = rules.flatMap((rule) => rule.members.filter((one) => one.userId === id && one.active));
    const quota = seats.length ? Math.max(...seats.map((one) => one.dailyQuota)) : null;
    const maxOpen = seats.length ? Math.max(...seats.map((one) => one.maxOpen)) : null;
    const { open = 0, today = 0, leaveUntil = null } = person ?? {};
    const skipped = leaveUntil
      ? 'leave'
      : quota !== null && today >= quota
        ? 'quota'
        : maxOpen !== null && open >= maxOpen
          ? 'open'
          : null;
    return {
      id,
      name,
      open,
      maxOpen,
      today,
      quota,
      leaveUntil,
      coverName: more.covers.get(id) ?? null,
      lastLeadAt: person?.last ? new Date(person.last).toISOString() : null,
      rules: [
        ...new Set(
          rules
            .filter((rule) => rule.members.some((one) => one.userId === id && one.active))
            .map((rule) => rule.name),
        ),
      ],
      languages: languages.filter((one) => more.spoken.get(id)?.includes(one)),
      due: more.due.get(id) ?? 0,
      against: skipText(name.split(' ')[0] ?? name, {
        user: id,
        rule: null,
        open,
        today,
        quota,
        max: maxOpen,
        skipped,
        ...(leaveUntil ? { until: leaveUntil } : {}),
      }),
    };
  });
  // Those of the rules do this work; a super admin or zone manager may, too, but is not thought of.
  const rank = (one: RosterPerson) => (one.against ? 4 : 0) + (one.rules.length > 0 || one.open > 0 ? 0 : 2);
  const here = (one: RosterPerson) =>
    which.everyone || one.rules.length > 0 || one.open > 0 || cards.get(one.id)?.centreId === at.franchiseeId;
  return rows
    .filter(here)
    .sort((a, b) => rank(a) - rank(b) || a.open - b.open || a.name.localeCompare(b.name));
}

async function moreOf(db: Db, { franchiseeId, today }: { franchiseeId: number; today: Day }) {
  const covers = await coverOf(db, franchiseeId, today);
  const due = await sql<{ id: string; n: number }>`
    select e.owner_id::text as id, count(*)::int as n from enquiry e
     where e.franchisee_id = ${franchiseeId} and e.is_open and e.owner_id is not null and e.next_follow_up_on <= ${today}::date group by e.owner_id`.execute(
    db,
  );
  return {
    spoken: await spokenAt(db, franchiseeId),
    covers: new Map(covers.map((one) => [one.userId, one.coverName])),
    due: new Map(due.rows.map((row) => [row.id, row.n])),
  };
}

export const allocationRoster = handle(leadAllocationContract.roster, async ({ db, actor, input, now }) => {
  const franchiseeId = input.franchiseeId ?? actor.franchiseeId;
  if (franchiseeId === null) throw refuse('context.centre-needed');
  if (!reaches(actor, franchiseeId) || (actor.franchiseeId !== null && actor.franchiseeId !== franchiseeId))
    throw refuse('row.not-found');
  return { franchiseeId, rows: await peopleAt(db, { franchiseeId, today: todayIst(now) }) };
});
