// Brings a season's members up to date, centre by centre: who joined them, who left, and how far each has come.
import type { Day } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { countAnew } from '@aangan/server/work/count-anew.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { instalmentState } from '../../finance/public.server.ts';
import { cohortSql } from './b2s-candidates.server.ts';
import { type Cohort, cohortNames, isAchieved, nextOutcome, type Outcome } from './b2s-outcome.ts';
import { seasonsOf } from './b2s-season.server.ts';
import type { Season } from './b2s-shape.ts';

interface Candidate {
  kind: Cohort;
  enquiry_id: string | null;
  enrolment_id: string | null;
  class_id: number | null;
  owner_id: string | null;
  outcome: Outcome;
  outcome_on: Day;
  achieved_on: Day | null;
  next_enrolment_id?: string | null;
}

type Member = Omit<Candidate, 'next_enrolment_id'> & { id: string | null };

const keyOf = (one: Pick<Candidate, 'enquiry_id' | 'enrolment_id'>): string =>
  one.enquiry_id ?? one.enrolment_id ?? '';

/** Gathers one centre's members; `db` reaches that centre as the network. Returns how many rows changed. */
export async function refreshCentre(db: Db, season: Season, centre: number): Promise<number> {
  const found = await candidatesOf(db, season, centre);
  const { rows: existing } =
    await sql<Member>`select id, kind, enquiry_id, enrolment_id, class_id, owner_id, outcome, outcome_on, achieved_on
    from b2s_member where franchisee_id = ${centre} and season_id = ${season.id} for update`.execute(db);
  const known = new Map(existing.map((member) => [keyOf(member), member]));
  const wanted = new Set(found.map(keyOf));
  const changed = found.flatMap((one) => changeOf(known.get(keyOf(one)), one) ?? []);
  const gone = existing.filter((member) => !wanted.has(keyOf(member))).map((member) => member.id ?? '');
  if (gone.length > 0)
    await sql`delete from b2s_member where franchisee_id = ${centre} and id = any (${gone}::uuid[])`.execute(
      db,
    );
  // The first gathering is a fact of the season, not a change of each child.
  if (existing.length === 0) await sql`select set_config('app.bulk', 'on', true)`.execute(db);
  if (changed.length > 0) await writeMembers(db, changed, { centre, seasonId: season.id });
  if (existing.length === 0) await countAnew(db, ['b2s_member'], 10 * changed.length);
  return changed.length + gone.length;
}

async function candidatesOf(db: Db, season: Season, centre: number): Promise<Candidate[]> {
  const out: Candidate[] = [];
  for (const kind of cohortNames) {
    if (!season.cohorts.includes(kind)) continue;
    out.push(...(await sql<Candidate>`${cohortSql[kind](season, centre)}`.execute(db)).rows);
  }
  const next = out.flatMap((one) => (one.next_enrolment_id ? [one.next_enrolment_id] : []));
  const paid = await instalmentState(db, { franchiseeId: centre, studentAdmissionIds: next, seq: 1 });
  return out.map((one) =>
    one.outcome === 'COMMITTED' && one.next_enrolment_id && paid.get(one.next_enrolment_id) === 'PAID'
      ? { ...one, outcome: 'CONFIRMED' }
      : one,
  );
}

/** The row to write, or null when nothing moved. */
export function changeOf(before: Member | undefined, found: Candidate): Member | null {
  const { next_enrolment_id: _next, ...facts } = found;
  if (!before) return { ...facts, id: null };
  const outcome = nextOutcome(before.outcome, found.outcome);
  const moved = outcome !== before.outcome;
  const after: Member = {
    ...facts,
    id: before.id,
    outcome,
    outcome_on: moved ? found.outcome_on : before.outcome_on,
    achieved_on: isAchieved(outcome) ? (before.achieved_on ?? found.achieved_on ?? found.outcome_on) : null,
  };
  const same = (['outcome', 'achieved_on', 'class_id', 'owner_id'] as const).every(
    (name) => after[name] === before[name],
  );
  return same ? null : after;
}

async function writeMembers(
  db: Db,
  members: readonly Member[],
  { centre, seasonId }: { centre: number; seasonId: string },
): Promise<void> {
  const rows = JSON.stringify(members);
  const shape = sql`jsonb_to_recordset(${rows}::jsonb) as r (id uuid, kind text, enquiry_id uuid, enrolment_id uuid, class_id int, owner_id uuid, outcome text, outcome_on date, achieved_on date)`;
  await sql`update b2s_member m set class_id = r.class_id, owner_id = r.owner_id, outcome = r.outcome, outcome_on = r.outcome_on, achieved_on = r.achieved_on
    from ${shape} where m.franchisee_id = ${centre} and m.id = r.id`.execute(db);
  await sql`insert into b2s_member (franchisee_id, season_id, kind, enquiry_id, enrolment_id, class_id, owner_id, outcome, outcome_on, achieved_on)
    select ${centre}, ${seasonId}, r.kind, r.enquiry_id, r.enrolment_id, r.class_id, r.owner_id, r.outcome, r.outcome_on, r.achieved_on from ${shape} where r.id is null`.execute(
    db,
  );
}

const asked = z.object({ seasonId: z.uuid() });

export const refreshJob: JobDeclaration = {
  name: 'enquiries.b2s-refresh',
  title: 'Members of the Back-to-School season',
  schedule: '0 3 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 7200,
  timeoutS: 3600,
  run: async ({ work, now, data }) => {
    const one = asked.safeParse(data);
    const seasons = (await work(null, seasonsOf)).filter(
      (season) => season.state === 'ACTIVE' && (!one.success || season.id === one.data.seasonId),
    );
    const centres = await work(null, centresWithChildren);
    const done = await eachPart(
      seasons.flatMap((season) => centres.map((centre) => ({ season, centre }))),
      ({ season, centre }) => `centre ${centre}, season ${season.id}`,
      ({ season, centre }) => work(null, (db) => refreshCentre(db, season, centre)),
    );
    for (const season of seasons)
      await work(null, (db) =>
        db
          .updateTable('b2s_season')
          .set({ refreshed_at: now.toISOString() })
          .where('id', '=', season.id)
          .execute(),
      );
    return done;
  },
};

const centresWithChildren = async (db: Db): Promise<number[]> =>
  (
    await db
      .selectFrom('franchisee')
      .select('id')
      .where('status', 'in', ['SETUP', 'ACTIVE', 'SUSPENDED'])
      .orderBy('id')
      .execute()
  ).map((row) => row.id);
