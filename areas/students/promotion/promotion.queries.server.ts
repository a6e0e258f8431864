import {
  academicYearDays,
  academicYearLabel,
  completedMonths,
  type Day,
  todayIst,
} from '@aangan/contract/period.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { chosenCentre, chosenYear, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { classes, sectionsOf } from '../../academics/public.server.ts';
import { type DaySession, placesMovingUp } from '../../admissions/public.server.ts';
import { live } from '../placement/roster.server.ts';
import { APPROVES } from './decide-promotion.server.ts';
import { isYearOpen } from './evaluate.server.ts';
import { promotionContract } from './promotion.contract.ts';
import { type PromotionStatus, promotionStates } from './promotion.states.ts';
import { policyOf } from './promotion-facts.server.ts';
import { ofBatch, runStatus } from './promotion-run.server.ts';
import type { PolicyFacts } from './propose.ts';

export const promotionClasses = handle(promotionContract.classes, async ({ db, actor, now }) => {
  const [franchiseeId, yearId] = [chosenCentre(actor), chosenYear(actor)];
  const { rows } = await sql<{
    classId: number;
    children: number;
    decided: number;
    runId: string | null;
    runStatus: PromotionStatus | null;
  }>`
    select e.class_id as "classId", count(*)::int as children, count(e.outcome)::int as decided, max(r.id::text) as "runId", max(r.status) as "runStatus"
      from enrolment e left join promotion_run r on r.franchisee_id = e.franchisee_id and r.academic_year_id = e.academic_year_id
        and r.class_id = e.class_id and r.status in ('READY', 'APPROVED')
     where e.franchisee_id = ${franchiseeId} and e.academic_year_id = ${yearId} and e.status in ${live} group by 1`.execute(
    db,
  );
  const known = new Map(rows.map((row) => [row.classId, row]));
  const sections = await sectionsOf(db, franchiseeId, yearId);
  const out = [];
  for (const one of await classes(db)) {
    const row = known.get(one.id);
    // Children of a rolling class move on by age, not by the year.
    if (!row || one.rolling) continue;
    out.push({
      id: one.id,
      name: one.name,
      next: (await policyOf(db, franchiseeId, one.id)).toClassName,
      children: row.children,
      decided: row.decided,
      sections: sections.filter(({ classId }) => classId === one.id).map(({ id, name }) => ({ id, name })),
      runId: row.runId,
      runStatus: row.runStatus,
    });
  }
  return {
    fromYear: academicYearLabel(yearId),
    toYear: academicYearLabel(yearId + 1),
    open: await isYearOpen(db, franchiseeId, yearId + 1, todayIst(now)),
    mayEvaluate: mayCall(actor, promotionContract.evaluate),
    classes: out,
  };
});

interface RunRow {
  id: string;
  version: number;
  franchiseeId: number;
  status: PromotionStatus;
  stored: 'READY' | 'APPROVED' | 'RUNNING' | 'CANCELLED';
  fromYearId: number;
  toYearId: number;
  className: string;
  sectionName: string | null;
  policy: PolicyFacts;
  evaluatedAt: string;
  madeBy: string;
  madeByName: string | null;
  approvedByName: string | null;
  batchId: string | null;
}

export const getPromotion = handle(promotionContract.get, async ({ db, actor, input, now }) => {
  const { rows } = await sql<RunRow>`
    select r.id, r.version, r.franchisee_id as "franchiseeId", ${runStatus} as status, r.status as stored, r.academic_year_id as "fromYearId",
      r.to_year_id as "toYearId", k.name as "className", n.name as "sectionName", r.policy, r.evaluated_at as "evaluatedAt", r.made_by as "madeBy",
      ${personName('m')} as "madeByName", ${personName('a')} as "approvedByName", r.batch_id as "batchId"
      from promotion_run r join class k on k.id = r.class_id ${ofBatch}
      left join section n on n.franchisee_id = r.franchisee_id and n.id = r.section_id
      left join app_user m on m.id = r.made_by left join app_user a on a.id = r.approved_by
     where r.id = ${input.id}`.execute(db);
  const run = ensureFound(rows[0]);
  const found = await childrenOf(db, run);
  const overrides = found.filter((child) => child.overrideReason !== null).length;
  const makers = new Set([run.madeBy, ...found.map((child) => child.decidedBy)]);
  const targets = found.filter((child) => child.decision === 'PROMOTE');
  return {
    ...run,
    fromYear: academicYearLabel(run.fromYearId),
    toYear: academicYearLabel(run.toYearId),
    nextClassName: run.policy.toClassName,
    sectionRule: run.policy.sectionRule,
    planRule: run.policy.planRule,
    overrides,
    undecided: found.filter((child) => child.decision === null).length,
    children: found,
    places: await placesOf(db, run, targets, now),
    can: canOf(actor, run, { overrides, own: makers.has(actor.userId) }),
  };
});

function canOf(actor: Actor, run: RunRow, of: { overrides: number; own: boolean }) {
  const steps = new Set(actionsFrom(promotionStates, run.stored));
  const writes = mayCall(actor, promotionContract.decide);
  return {
    decide: writes && steps.has('decide'),
    approve: steps.has('approve') && of.overrides > 0 && !of.own && holdsCode(actor, APPROVES),
    execute: writes && steps.has('execute') && (of.overrides === 0 || run.stored === 'APPROVED'),
    cancel: writes && steps.has('cancel'),
  };
}

type Child = Awaited<ReturnType<typeof childrenOf>>[number];

async function childrenOf(db: Db, run: RunRow) {
  const { rows } = await sql<{
    id: string;
    studentId: string;
    name: string;
    admissionNo: string;
    section: string | null;
    daySession: DaySession;
    dateOfBirth: Day;
    dues: number;
    advance: number;
    attendanceBp: number | null;
    proposed: string;
    decision: string | null;
    reasons: string[];
    overrideReason: string | null;
    decidedBy: string | null;
    decidedByName: string | null;
    planNet: number | null;
    next: string | null;
    state: 'WAITING' | 'DONE' | 'SKIPPED' | 'FAILED' | null;
    reason: string | null;
  }>`
    select e.id, s.id as "studentId", s.name, s.admission_no as "admissionNo", c.name as section, e.day_session as "daySession",
      s.date_of_birth as "dateOfBirth", p.dues, p.advance, p.attendance_bp as "attendanceBp", p.proposed, p.decision, p.reasons,
      p.override_reason as "overrideReason", p.decided_by as "decidedBy", ${personName('u')} as "decidedByName", p.plan_net as "planNet",
      (select concat_ws(' ', k.name, x.name) from enrolment n join class k on k.id = n.class_id
          left join section x on x.franchisee_id = n.franchisee_id and x.id = n.section_id
        where n.franchisee_id = e.franchisee_id and n.student_id = e.student_id and n.academic_year_id = ${run.toYearId} and n.status in ${live} limit 1) as next,
      i.state, i.reason
      from promotion_row p join enrolment e on e.franchisee_id = p.franchisee_id and e.id = p.enrolment_id
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
      left join section c on c.franchisee_id = e.franchisee_id and c.id = e.section_id left join app_user u on u.id = p.decided_by
      left join batch_item i on i.franchisee_id = p.franchisee_id and i.batch_id = ${run.batchId}::uuid and i.subject_id = p.enrolment_id
     where p.franchisee_id = ${run.franchiseeId} and p.run_id = ${run.id}
     order by i.state = 'FAILED' desc nulls last, p.decision is null desc, cardinality(p.reasons) = 0, s.name, s.id`.execute(
    db,
  );
  const firstDay = academicYearDays(run.toYearId).from;
  return rows.map(({ dateOfBirth, state, reason, ...row }) => ({
    ...row,
    ageMonths: completedMonths(dateOfBirth, firstDay) ?? 0,
    result: state === null ? null : { state, reason },
  }));
}

async function placesOf(db: Db, run: RunRow, targets: readonly Child[], now: Date) {
  const classId = run.policy.toClassId;
  if (classId === null) return [];
  const out = [];
  for (const [daySession, wanting] of Map.groupBy(targets, (child) => child.daySession)) {
    const key = { franchiseeId: run.franchiseeId, yearId: run.toYearId, classId, daySession };
    out.push({
      session: daySession,
      wanted: wanting.filter((child) => child.next === null).length,
      free: await placesMovingUp(db, key, now),
    });
  }
  return out;
}
