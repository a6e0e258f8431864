import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { inChosenCentre, istDay, personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { enrollmentContract as contract } from './enrollment.contract.ts';
import { enrollments } from './enrollment.listing.ts';
import { enrollmentStates } from './enrollment.states.ts';

const today = istDay(sql`now()`);
const open = sql`e.status in ('REQUESTED', 'APPROVED', 'IN PROGRESS')`;

/** True for enrolments with a test that was failed as often as it may be taken. */
export const attemptsUsedUp = (
  e: 'e',
) => sql<boolean>`exists (select from assessment_attempt t join teacher_assessment a on a.id = t.assessment_id
  where t.franchisee_id = ${sql.ref(`${e}.franchisee_id`)} and t.enrollment_id = ${sql.ref(`${e}.id`)} and a.max_attempts is not null
  group by a.id having not bool_or(t.passed) and bool_and(t.status <> 'OPEN') and count(*) >= a.max_attempts + ${sql.ref(`${e}.extra_attempts`)})`;

export const enrollmentListing = serveListing(enrollments, {
  from: sql`teacher_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id
    join teacher_module m on m.id = e.module_id`,
  alias: 'e',
  joins: sql`join franchisee f on f.id = e.franchisee_id left join app_user u on u.id = e.requested_by`,
  columns: {
    staff: 's.name',
    employeeCode: 's.employee_code',
    centre: 'f.company_name',
    module: 'm.title',
    source: 'e.source',
    requestedByName: personName('u'),
    // As a reader gets it back: a filter from and to that very instant finds the row.
    requestedAt: sql`date_trunc('milliseconds', e.created_at)`,
    dueOn: 'e.due_on',
    progressBp: 'e.progress_bp',
    bestScoreBp: 'e.best_score_bp',
    overdue: sql`(case when ${open} and e.due_on < ${today} then 'YES' else 'NO' end)`,
    status: 'e.status',
    moduleId: 'e.module_id',
    staffId: 'e.staff_id',
    staffUserId: 's.user_id',
    requestedBy: 'e.requested_by',
    usedUp: sql`(e.status = 'IN PROGRESS' and ${attemptsUsedUp('e')})`,
  },
  can: (row, actor) => {
    const steps = new Set<string>(actionsFrom(enrollmentStates, row.status));
    return {
      edit: steps.size > 0 && mayCall(actor, contract.change),
      allowAttempt: row.usedUp && row.staffUserId !== actor.userId && mayCall(actor, contract.allowAttempt),
      withdraw: steps.has('withdraw') && mayCall(actor, contract.withdraw),
      decide:
        steps.has('approve') &&
        row.requestedBy !== actor.userId &&
        row.staffUserId !== actor.userId &&
        mayCall(actor, contract.approve),
    };
  },
});
export const { handlers } = enrollmentListing;

export const get = handle(contract.get, async ({ db, actor, input }) => {
  const row = ensureFound(await enrollmentListing.row({ db, actor }, input.id));
  const { rows: facts } = await sql<{
    note: string | null;
    reason: string | null;
    edition: number;
    moduleDescription: string | null;
  }>`select e.note, e.reason, e.edition, m.description as "moduleDescription" from teacher_enrollment e
      join teacher_module m on m.id = e.module_id where e.franchisee_id = ${row.franchiseeId} and e.id = ${row.id}`.execute(
    db,
  );
  const { rows: others } = await sql<{ id: string; module: string; status: string; dueOn: string | null }>`
    select e.id, m.title as module, e.status, e.due_on as "dueOn" from teacher_enrollment e join teacher_module m on m.id = e.module_id
     where e.franchisee_id = ${row.franchiseeId} and e.staff_id = ${row.staffId} and e.id <> ${row.id} order by e.created_at desc limit 20`.execute(
    db,
  );
  const next = mayCall(actor, contract.approve)
    ? await sql<{ id: string }>`
        select e.id from teacher_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id
         where e.status = 'REQUESTED' and e.id <> ${row.id} and e.requested_by <> ${actor.userId} and s.user_id is distinct from ${actor.userId}::uuid
           and ${inChosenCentre(actor, 'e.franchisee_id')} order by e.created_at, e.id limit 1`.execute(db)
    : null;
  return { ...row, ...ensureFound(facts[0]), others, nextId: next?.rows[0]?.id ?? null };
});

export const choices = handle(contract.choices, async ({ db, actor }) => {
  const { rows: modules } = await sql<{ id: string; title: string; needsApproval: boolean }>`
    select id, title, needs_approval as "needsApproval" from teacher_module where status = 'PUBLISHED' order by title, id limit 200`.execute(
    db,
  );
  const { rows: staff } = await sql<{ id: string; name: string; employeeCode: string; centre: string }>`
    select s.id, s.name, s.employee_code as "employeeCode", f.company_name as centre from staff s join franchisee f on f.id = s.franchisee_id
     where s.status = 'APPROVED' and ${inChosenCentre(actor, 's.franchisee_id')} order by f.company_name, s.name, s.id limit 500`.execute(
    db,
  );
  return { modules, staff };
});
