import { financialYear, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import { noteStep } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { parametersOf, type Snapshot } from '../catalogue/snapshot.ts';
import { refuseVisit } from '../schedule/visit.refusals.ts';
import { beginVisit, startedAt, visitToStart } from '../schedule/visit-audit.server.ts';
import { auditContract as contract } from './audit.contract.ts';
import { refuseAudit } from './audit.refusals.ts';
import { LEASE_HOURS } from './audit.states.ts';
import { modeFor } from './audit-row.server.ts';

interface Kind {
  id: string;
  name: string;
  slug: string;
  family: string;
  subject: string;
  conductedBy: string;
  versionId: string | null;
  snapshot: Snapshot | null;
  weightSetId: string | null;
}

/** Active kinds with the newest version and the weights that count on a day. */
async function kindsOn(db: Db, day: string, typeId: string | null): Promise<Kind[]> {
  const { rows } = await sql<Kind>`
    select t.id, t.name, t.slug, t.family, t.subject_kind as subject, t.conducted_by as "conductedBy", v.id as "versionId", v.snapshot, w.id as "weightSetId"
      from audit_type t
      left join lateral (select v.id, v.snapshot from audit_template_version v where v.type_id = t.id order by v.version_no desc limit 1) v on true
      left join lateral (select w.id from audit_weight_set w where w.type_id = t.id and w.effective_from <= ${day} order by w.effective_from desc limit 1) w on true
     where t.active and (${typeId}::uuid is null or t.id = ${typeId}) order by t.family, t.name limit 100`.execute(
    db,
  );
  return rows;
}

const missingOf = ({ versionId, weightSetId }: Kind): 'audit.no-version' | 'audit.no-weights' | null =>
  versionId === null ? 'audit.no-version' : weightSetId === null ? 'audit.no-weights' : null;

export const choices = handle(contract.choices, async ({ db, actor, now }) => {
  const franchiseeId = chosenCentre(actor);
  const kinds = await kindsOn(db, todayIst(now), null);
  const staff = await sql<{ id: string; name: string }>`
    select id, name from staff where franchisee_id = ${franchiseeId} and status = 'APPROVED' and category = 'TEACHING' order by name limit 200`.execute(
    db,
  );
  const sections = await sql<{ id: string; name: string }>`
    select n.id, k.name || ' ' || n.name as name from section n join class k on k.id = n.class_id
     where n.franchisee_id = ${franchiseeId} and n.academic_year_id = ${actor.academicYearId ?? 0} order by k.position, n.name limit 200`.execute(
    db,
  );
  return {
    types: kinds.flatMap((kind) => {
      const mode = modeFor(actor, kind);
      const missing = missingOf(kind);
      return mode === null
        ? []
        : [
            {
              id: kind.id,
              name: kind.name,
              slug: kind.slug,
              family: kind.family,
              subject: kind.subject,
              self: mode === 'SELF',
              missing: missing === null ? null : refuseAudit(missing).message,
            },
          ];
    }),
    staff: staff.rows,
    sections: sections.rows,
  };
});

export const kind = handle(contract.kind, async ({ db, input }) => ({
  kind:
    (await db
      .selectFrom('audit_type')
      .select(['id', 'name', 'family'])
      .where('slug', '=', input.slug)
      .where('active', '=', true)
      .executeTakeFirst()) ?? null,
}));

export const start = handle(contract.start, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const again = await db
    .selectFrom('audit')
    .select(['number', 'auditor_id'])
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  if (again) {
    ensure(again.auditor_id === actor.userId, () => refuse('row.not-found'));
    return { id: input.id, number: again.number };
  }
  const today = todayIst(now);
  if (input.auditOn > today) throw refuse('input.invalid', { fields: { auditOn: 'Not after today' } });
  const kind = ensureFound((await kindsOn(db, input.auditOn, input.typeId))[0]);
  const mode = modeFor(actor, kind);
  if (mode === null) throw refuseAudit('audit.not-for-centre');
  const missing = missingOf(kind);
  if (missing !== null) throw refuseAudit(missing);
  await ensureSubject(db, franchiseeId, kind.subject, input);
  ensure(mode === 'REGULAR' || input.visitId === null, () => refuseAudit('audit.not-for-centre'));
  const at = startedAt(input, now);
  const wish = { franchiseeId, typeId: kind.id, visitId: input.visitId, auditOn: input.auditOn, at };
  const visit = kind.family === 'AMS' && mode === 'REGULAR' ? await visitToStart(db, actor, wish, now) : null;
  ensure(visit !== null || input.visitId === null, () => refuseVisit('audit.visit-type'));
  if (visit !== null) await beginVisit(db, visit, at);
  const n = await nextNumber(db, { franchiseeId, series: 'audit', period: financialYear(today).compact });
  const number = `AUD/${String(franchiseeId).padStart(3, '0')}/${financialYear(today).short}/${String(n).padStart(5, '0')}`;
  await db
    .insertInto('audit')
    .values({
      franchisee_id: franchiseeId,
      id: input.id,
      number,
      type_id: kind.id,
      version_id: kind.versionId ?? '',
      weight_set_id: kind.weightSetId ?? '',
      mode,
      academic_year_id: actor.academicYearId ?? 0,
      audit_on: input.auditOn,
      staff_id: input.staffId,
      section_id: input.sectionId,
      visit_id: visit?.id ?? null,
      auditor_id: userIdOf(actor),
      device_id: input.deviceId,
      lease_until: new Date(now.getTime() + LEASE_HOURS * 3_600_000).toISOString(),
      // What the centre does itself it sees.
      visible_to_centre: kind.conductedBy === 'CENTRE' || mode === 'SELF',
      started_at: at.toISOString(),
      total: kind.snapshot ? parametersOf(kind.snapshot).length : 0,
    })
    .execute();
  await noteStep(db, {
    franchiseeId,
    subject: 'audit',
    id: input.id,
    action: 'start',
    from: 'NEW',
    to: 'DRAFT',
  });
  return { id: input.id, number };
});

/** What the kind is about must be named, be the centre's, and nothing else. */
async function ensureSubject(
  db: Db,
  franchiseeId: number,
  subject: string,
  { staffId, sectionId }: { staffId: string | null; sectionId: string | null },
): Promise<void> {
  const fault = (field: string, text: string) =>
    refuseAudit('audit.subject-invalid', { fields: { [field]: text } });
  if (subject === 'CENTRE') {
    ensure(staffId === null && sectionId === null, () => fault('staffId', 'This audit is about the centre'));
    return;
  }
  const [table, id, field] =
    subject === 'TEACHER'
      ? (['staff', staffId, 'staffId'] as const)
      : (['section', sectionId, 'sectionId'] as const);
  ensure(id !== null, () => fault(field, subject === 'TEACHER' ? 'Choose a teacher' : 'Choose a section'));
  const { rows } =
    await sql`select from ${sql.table(table)} where franchisee_id = ${franchiseeId} and id = ${id}`.execute(
      db,
    );
  ensure(rows.length === 1, () => fault(field, 'Not at this centre'));
}
