// What a section follows: read with its day, week, shifts and adherence; started, ended and shifted.
import { academicYearDays, addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre, personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { chosenYear, ensure, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { actsForAll, mySections, type PlacedSection } from '../../academics/public.server.ts';
import { refuseCurriculum } from '../curriculum.refusals.ts';
import { dayContent } from '../day/day-content.ts';
import { knownOf } from '../day/day-row.server.ts';
import { curriculumModules as m } from '../modules.ts';
import { isOpen } from '../plan/window.server.ts';
import { adherenceBp, datesOf, type Figures } from './adherence.ts';
import { sectionPlanContract as contract, type SectionView, type TaughtDay } from './delivery.contract.ts';
import { AHEAD_DAYS, SHIFT_DAYS } from './delivery-states.ts';
import { visibleSections } from './section-plan.listing.server.ts';
import {
  type DayAt,
  daysAt,
  figuresFor,
  mayTeach,
  planDays,
  type Running,
  readableSection,
  runningOf,
  runningWhere,
  taughtSection,
} from './section-plan-row.server.ts';

export const mySectionPlans = handle(contract.mine, async ({ db, actor, now }) => {
  const all = actsForAll(actor) || holds(actor, m.CurriculumReports, false);
  if (all) return { all, sections: [] };
  const sections = await mySections(db, actor, todayIst(now));
  // Those with a plan stand first: the screen opens the day of the first one.
  const running = await runningWhere(db, sql`r.section_id = any(${sections.map(({ id }) => id)}::uuid[])`);
  const follows = new Set(running.map(({ sectionId }) => sectionId));
  const order = (id: string) => (follows.has(id) ? 0 : 1);
  return { all, sections: [...sections].sort((a, b) => order(a.id) - order(b.id)) };
});

const withBp = (figures: Figures) => ({ ...figures, adherenceBp: adherenceBp(figures) });

export const getSectionPlan = handle(contract.get, async ({ db, actor, input, now }) => {
  const section = await readableSection(db, actor, input.sectionId, now);
  const today = todayIst(now);
  const where = sql`r.franchisee_id = ${section.franchiseeId} and r.section_id = ${section.id}`;
  const plan = (await runningWhere(db, where))[0];
  const head = { section: { id: section.id, label: section.label }, today };
  const teaches = mayTeach(actor);
  if (!plan)
    return { ...head, startable: await startableFor(db, section, now), plan: null, can: { start: teaches } };
  const at = { db, plan, actor, now };
  const dates = datesOf(await planDays(db, plan), plan);
  const position = input.position ?? currentPosition(dates, today);
  ensure(position <= plan.count, () => refuseCurriculum('day.position', { details: { days: plan.count } }));
  const week = Math.ceil(position / plan.daysPerWeek);
  const first = (week - 1) * plan.daysPerWeek;
  const days = await daysAt(db, plan, {
    now,
    where: sql`d.position > ${first} and d.position <= ${first + plan.daysPerWeek}`,
  });
  const chosen = ensureFound(days.find((day) => day.position === position));
  const figures = (await figuresFor(db, [plan], today)).get(plan.id);
  return {
    ...head,
    startable: [],
    plan: {
      id: plan.id,
      version: plan.version,
      planId: plan.planId,
      title: plan.title,
      startsOn: plan.startsOn,
      days: plan.count,
      shifts: await shiftsOf(db, plan),
      figures: withBp(ensureFound(figures)),
      day: await taughtDay(at, chosen, dates),
      week: days.map((day) => ({
        position: day.position,
        date: dateOf(day, dates),
        title: day.open ? day.title : null,
        state: day.state,
      })),
    },
    can: { start: false, end: teaches, shift: teaches },
  };
});

/** The day of today, or the next one; after the last, the last. */
function currentPosition(dates: readonly (Day | null)[], today: Day): number {
  const at = dates.findIndex((date) => date === null || date >= today);
  return at === -1 ? dates.length : at + 1;
}

/** What was taught keeps its day; everything else moves with calendar and shifts. */
const dateOf = (day: DayAt, dates: readonly (Day | null)[]): Day | null =>
  day.deliveredOn ?? dates[day.position - 1] ?? null;

interface At {
  db: Db;
  plan: Running;
  actor: Actor;
  now: Date;
}

async function taughtDay(
  { db, plan, actor, now }: At,
  day: DayAt,
  dates: readonly (Day | null)[],
): Promise<TaughtDay> {
  const { rows } = await sql<{
    content: unknown;
    ownNote: string | null;
    blocks: { id: string; state: 'DONE' | 'PARTLY' | 'SKIPPED'; reason: string | null }[] | null;
    by: string | null;
    opensAt: string | null;
  }>`select (select r.content from curriculum_day_rev r where r.day_id = ${day.dayId} and r.rev = ${day.dayRev ?? day.liveRev}) as content,
      (select text from day_note n where n.franchisee_id = ${plan.franchiseeId} and n.section_id = ${plan.sectionId} and n.day_id = ${day.dayId}) as "ownNote",
      (select x.blocks from curriculum_delivery x where x.franchisee_id = ${plan.franchiseeId} and x.section_id = ${plan.sectionId} and x.day_id = ${day.dayId}) as blocks,
      (select ${personName('u')} from curriculum_delivery x join app_user u on u.id = coalesce(x.updated_by, x.created_by)
        where x.franchisee_id = ${plan.franchiseeId} and x.section_id = ${plan.sectionId} and x.day_id = ${day.dayId}) as by,
      (select min(w.opens_at) from publish_window w join franchisee f on f.id = ${plan.franchiseeId}
        where w.plan_id = ${plan.planId} and w.audience = 'STAFF' and ${day.weekNo} between w.from_week and w.to_week and w.revoked_at is null
          and w.opens_at > ${now} and (num_nonnulls(w.zone_ids, w.centre_ids) = 0 or f.zone_id = any (w.zone_ids) or f.id = any (w.centre_ids))) as "opensAt"`.execute(
    db,
  );
  const found = ensureFound(rows[0]);
  const content = day.open && found.content !== null ? dayContent.parse(found.content) : null;
  const date = dateOf(day, dates);
  const teaches = mayTeach(actor) && content !== null;
  return {
    id: day.dayId,
    position: day.position,
    weekNo: day.weekNo,
    dayNo: ((day.position - 1) % plan.daysPerWeek) + 1,
    date,
    content,
    known: await knownOf(db, content ? [content] : []),
    opensAt: found.opensAt === null ? null : new Date(found.opensAt).toISOString(),
    mark:
      day.state === null
        ? null
        : {
            state: day.state,
            reason: day.reason as NonNullable<TaughtDay['mark']>['reason'], // its CHECK
            note: day.note,
            blocks: found.blocks ?? [],
            deliveredOn: day.deliveredOn ?? todayIst(now),
            by: found.by,
          },
    ownNote: (mayTeach(actor) && found.ownNote) || '',
    can: {
      mark: teaches && date !== null && date <= addDays(todayIst(now), AHEAD_DAYS),
      closedDay: teaches && actsForAll(actor),
      note: teaches,
    },
  };
}

async function shiftsOf(db: Db, plan: Running) {
  const { rows } = await sql<NonNullable<SectionView['plan']>['shifts'][number]>`
    select h.id, h.version, h.from_position as "fromPosition", h.idle_days as "idleDays", h.reason, h.note, ${personName('u')} as by, h.created_at as at
      from plan_shift h left join app_user u on u.id = h.created_by
     where h.franchisee_id = ${plan.franchiseeId} and h.section_plan_id = ${plan.id} and h.taken_back_at is null order by h.from_position, h.created_at limit 100`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

/** Published plans of the section's class, centre and year; `opensAt` while none of their weeks is open. */
async function startableFor(db: Db, section: PlacedSection, now: Date): Promise<SectionView['startable']> {
  const { rows } = await sql<{ id: string; title: string; opensAt: string | null; open: boolean }>`
    select p.id, p.title, exists (select from curriculum_week k where k.plan_id = p.id
          and ${isOpen({ audience: 'STAFF', plan: sql`p.id`, week: sql`k.week_no`, centre: 'f', now })}) as open,
        (select min(w.opens_at) from publish_window w where w.plan_id = p.id and w.audience = 'STAFF' and w.revoked_at is null and w.opens_at > ${now}
          and (num_nonnulls(w.zone_ids, w.centre_ids) = 0 or f.zone_id = any (w.zone_ids) or f.id = any (w.centre_ids))) as "opensAt"
      from curriculum_plan p join class_group g on g.id = p.class_group_id and g.active
      join class_group_class c on c.class_group_id = g.id and c.class_id = ${section.classId} join franchisee f on f.id = ${section.franchiseeId}
     where p.status = 'PUBLISHED' and p.academic_year_id = ${section.yearId} and (not exists (select from class_group_franchisee x where x.class_group_id = g.id)
       or exists (select from class_group_franchisee x where x.class_group_id = g.id and x.centre_id = f.id))
     order by lower(p.title), p.id limit 50`.execute(db);
  return rows
    .filter(({ open, opensAt }) => open || opensAt !== null)
    .map(({ open, opensAt, ...row }) => ({
      ...row,
      opensAt: open || opensAt === null ? null : new Date(opensAt).toISOString(),
    }));
}

export const sectionPlanDays = handle(contract.days, async ({ db, actor, input, now }) => {
  const section = await readableSection(db, actor, input.sectionId, now);
  const plan = await runningOf(db, section);
  const dates = datesOf(await planDays(db, plan), plan);
  const today = todayIst(now);
  const days = await daysAt(db, plan, { now, where: sql`true` });
  return {
    days: days
      .filter((day) => {
        const planned = dates[day.position - 1];
        return planned && (planned < today || (planned === today && day.state !== null));
      })
      .map((day) => ({
        dayId: day.dayId,
        position: day.position,
        date: dateOf(day, dates),
        title: day.open ? day.title : null,
        state: day.state,
        reason: day.reason as NonNullable<TaughtDay['mark']>['reason'], // its CHECK
        note: day.note,
      })),
  };
});

export const sectionPlanSums = handle(contract.sums, async ({ db, actor, now }) => {
  const where = sql`s.academic_year_id = ${chosenYear(actor)} and ${inChosenCentre(actor, 's.franchisee_id')} and ${visibleSections(actor, todayIst(now))}`;
  const all = [...(await figuresFor(db, await runningWhere(db, where), todayIst(now))).values()];
  const sum = (of: keyof Figures) => all.reduce((total, one) => total + one[of], 0);
  return {
    sections: all.length,
    ...withBp({
      due: sum('due'),
      done: sum('done'),
      partly: sum('partly'),
      skipped: sum('skipped'),
      excluded: sum('excluded'),
      unmarked: sum('unmarked'),
      behind: sum('behind'),
      points: sum('points'),
    }),
  };
});

export const startPlan = handle(contract.start, async ({ db, actor, input, now }) => {
  const section = await taughtSection(db, actor, input.sectionId, now);
  const running = await runningWhere(
    db,
    sql`r.franchisee_id = ${section.franchiseeId} and r.section_id = ${section.id}`,
  );
  ensure(running.length === 0, () =>
    refuseCurriculum('section-plan.running', { details: { plan: running[0]?.title ?? '' } }),
  );
  const plans = await startableFor(db, section, now);
  ensure(
    plans.some(({ id }) => id === input.planId),
    () => refuseCurriculum('section-plan.not-covered'),
  );
  const { from, to } = academicYearDays(section.yearId);
  ensure(input.startsOn >= from && input.startsOn <= to, () =>
    refuse('input.invalid', { fields: { startsOn: 'Choose a day of this academic year' } }),
  );
  const { rows } = await sql<{ id: string }>`
    insert into section_plan (franchisee_id, section_id, plan_id, starts_on) values (${section.franchiseeId}, ${section.id}, ${input.planId}, ${input.startsOn})
    on conflict (franchisee_id, section_id, plan_id) do update set starts_on = excluded.starts_on, ended_on = null where section_plan.ended_on is not null
    returning id`.execute(db);
  return ensureFound(rows[0]);
});

/** The locked plan of a section the actor teaches. */
async function lockPlanOf(
  db: Db,
  actor: Actor,
  { id, version, now }: { id: string; version?: number | undefined; now: Date },
) {
  const row = await lockRow(db, 'section_plan', id, version);
  await taughtSection(db, actor, row.section_id, now);
  ensure(row.ended_on === null, () => refuse('row.wrong-state'));
  return row;
}

export const endPlan = handle(contract.end, async ({ db, actor, input, version, now }) => {
  const row = await lockPlanOf(db, actor, { id: input.id, version, now });
  const today = todayIst(now);
  await db
    .updateTable('section_plan')
    .set({ ended_on: today < row.starts_on ? row.starts_on : today })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const shiftPlan = handle(contract.shift, async ({ db, actor, input, now }) => {
  const row = await lockPlanOf(db, actor, { id: input.id, now });
  const plan = ensureFound(
    (await runningWhere(db, sql`r.franchisee_id = ${row.franchisee_id} and r.id = ${row.id}`))[0],
  );
  ensure(input.fromPosition <= plan.count, () =>
    refuseCurriculum('day.position', { details: { days: plan.count } }),
  );
  const taught = await daysAt(db, plan, {
    now,
    where: sql`d.position = ${input.fromPosition} and x.id is not null`,
  });
  ensure(taught.length === 0, () =>
    refuseCurriculum('shift.taught', { fields: { fromPosition: 'Choose a later position' } }),
  );
  const left = SHIFT_DAYS - plan.shifts.reduce((sum, { idleDays }) => sum + idleDays, 0);
  ensure(actsForAll(actor) || input.idleDays <= left, () =>
    refuseCurriculum('shift.limit', { details: { left: Math.max(0, left) } }),
  );
  return db
    .insertInto('plan_shift')
    .values({
      franchisee_id: row.franchisee_id,
      section_plan_id: row.id,
      from_position: input.fromPosition,
      idle_days: input.idleDays,
      reason: input.reason,
      note: input.note ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
});

export const takeShiftBack = handle(contract.unshift, async ({ db, actor, input, version, now }) => {
  const found = ensureFound(
    await db.selectFrom('plan_shift').select('section_plan_id').where('id', '=', input.id).executeTakeFirst(),
  );
  await lockPlanOf(db, actor, { id: found.section_plan_id, now });
  const saved = await db
    .updateTable('plan_shift')
    .set({ taken_back_at: now })
    .where('id', '=', input.id)
    .where('version', '=', version)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst();
  ensureFresh(saved.numUpdatedRows);
  return {};
});
