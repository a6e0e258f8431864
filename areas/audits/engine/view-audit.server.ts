import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type LastFault, lastFaults } from '../finding/create-findings.server.ts';
import { auditReviewContract } from '../review/review.contract.ts';
import { familiesOf } from '../view/audit.listing.server.ts';
import { auditContract as contract, type Question } from './audit.contract.ts';
import { answersOf, countsOf, mayTakeOver, shownScore, snapshotOf, weightsOf } from './audit-row.server.ts';
import { scoreAudit } from './score.ts';

interface Head {
  id: string;
  franchiseeId: number;
  version: number;
  number: string;
  type: string;
  family: string;
  centre: string;
  subject: string | null;
  auditOn: string;
  mode: 'REGULAR' | 'SELF';
  status: string;
  auditor: string;
  auditorId: string;
  about: string | null;
  acknowledgedAt: string | null;
  reason: string | null;
  device: string | null;
  until: string | null;
  signoff: string | null;
  signoffName: string | null;
  signoffNote: string | null;
  total: number;
  version_id: string;
  weight_set_id: string;
  type_id: string;
  staff_id: string | null;
  section_id: string | null;
  reviewed_by: string | null;
  conductedBy: string;
}

interface Found {
  id: string;
  code: string;
  text: string;
  severity: 'MINOR' | 'MAJOR' | 'CRITICAL';
  dueOn: string;
  status: string;
  response: string | null;
  photoIds: string[];
}

async function findingsOf(db: Db, row: { franchisee_id: number; id: string }): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select g.id, p.code, g.text, g.severity, g.due_on as "dueOn", g.status, g.response,
        (select coalesce(jsonb_agg(x.file_id order by x.file_id), '[]') from audit_finding_photo x where x.franchisee_id = g.franchisee_id and x.finding_id = g.id) as "photoIds"
      from audit_finding g join audit_parameter p on p.id = g.parameter_id
     where g.franchisee_id = ${row.franchisee_id} and g.audit_id = ${row.id} order by g.due_on, p.code`.execute(
    db,
  );
  return rows;
}

const lastOf = (one: LastFault | undefined): Question['before'] =>
  one === undefined ? null : { text: one.text, auditOn: one.auditOn, status: one.status };

export const get = handle(contract.get, async ({ db, actor, input, now }) => {
  const { rows } = await sql<Head>`
    select a.id, a.franchisee_id as "franchiseeId", a.version, a.number, t.name as type, t.family, f.company_name as centre, coalesce(s.name, k.name || ' ' || n.name) as subject,
        a.audit_on as "auditOn", a.mode, a.status, ${personName('u')} as auditor, a.auditor_id as "auditorId", a.reason, a.device_id as device, a.lease_until as until,
        s.user_id as about, a.acknowledged_at as "acknowledgedAt", a.signoff, a.signoff_name as "signoffName", a.signoff_note as "signoffNote", a.total, a.version_id, a.weight_set_id,
        a.type_id, a.staff_id, a.section_id, a.reviewed_by, t.conducted_by as "conductedBy"
      from audit a join audit_type t on t.id = a.type_id join franchisee f on f.id = a.franchisee_id join app_user u on u.id = a.auditor_id
      left join staff s on s.franchisee_id = a.franchisee_id and s.id = a.staff_id
      left join section n on n.franchisee_id = a.franchisee_id and n.id = a.section_id left join class k on k.id = n.class_id
     where a.id = ${input.id}`.execute(db);
  const head = ensureFound(rows[0]);
  // A teacher reads what was published about them, and nothing else.
  const only = familiesOf(actor).length === 0;
  const ended = head.status === 'PUBLISHED' || head.status === 'CLOSED';
  ensure(only ? head.about === actor.userId && ended : familiesOf(actor).includes(head.family), () =>
    refuse('row.not-found'),
  );
  const row = { franchisee_id: head.franchiseeId, id: head.id, version_id: head.version_id };
  const [snapshot, weights, answers] = [
    await snapshotOf(db, row),
    await weightsOf(db, head.weight_set_id),
    await answersOf(db, row),
  ];
  const { rows: photos } = await sql<{ parameterId: string; fileId: string }>`
    select parameter_id as "parameterId", file_id as "fileId" from audit_photo where franchisee_id = ${head.franchiseeId} and audit_id = ${head.id} order by taken_at, id`.execute(
    db,
  );
  const findings = await findingsOf(db, row);
  const signed = (fileId: string) => ({
    fileId,
    url: fileUrl({ franchiseeId: head.franchiseeId, fileId }),
  });
  const given = new Map(answers.map((one) => [one.parameterId, one]));
  const shots = Map.groupBy(photos, ({ parameterId }) => parameterId);
  const open = head.status === 'DRAFT' || head.status === 'RETURNED';
  const mine = head.auditorId === actor.userId;
  const before =
    open && mine
      ? await lastFaults(db, { ...head, ...row, audit_on: head.auditOn })
      : new Map<string, LastFault>();
  const {
    version_id: _v,
    weight_set_id: _w,
    type_id: _t,
    staff_id: _s,
    section_id: _n,
    reviewed_by: _r,
    conductedBy: _c,
    auditorId: _a,
    about: _b,
    acknowledgedAt,
    device,
    until,
    total,
    ...shown
  } = head;
  return {
    ...shown,
    leased:
      device && until && new Date(until) > now ? { device, until: new Date(until).toISOString() } : null,
    needsSignoff: snapshot.signoffRequired && head.mode === 'REGULAR',
    counts: countsOf(total, answers),
    score: shownScore(scoreAudit(snapshot, answers, weights), snapshot),
    categories: snapshot.categories.map(({ id, name, subCategories }) => ({
      id,
      name,
      subCategories: subCategories.map((sub) => ({
        id: sub.id,
        name: sub.name,
        questions: sub.parameters.map((one): Question => {
          const answer = given.get(one.id);
          return {
            id: one.id,
            code: one.code,
            question: one.question,
            guidance: one.guidance,
            responseKind: one.responseKind,
            critical: one.critical,
            optional: one.optional,
            photoOn: one.photoOn,
            noteOnNo: one.noteOnNo,
            response: answer?.response ?? null,
            scale: answer?.scale ?? null,
            note: answer?.note ?? null,
            rev: answer?.rev ?? 0,
            photos: (shots.get(one.id) ?? []).map(({ fileId }) => signed(fileId)),
            before: lastOf(before.get(one.id)),
          };
        }),
      })),
    })),
    findings: findings.map(({ photoIds, ...one }) => ({ ...one, photos: photoIds.map(signed) })),
    can: {
      answer: open && mine,
      submit: open && mine,
      discard: open && mine,
      takeOver:
        open &&
        mayCall(actor, contract.claim) &&
        mayTakeOver(actor, { ...head, auditor_id: head.auditorId }, head),
      approve: head.status === 'SUBMITTED' && !mine && mayCall(actor, auditReviewContract.approve),
      return: head.status === 'SUBMITTED' && !mine && mayCall(actor, auditReviewContract.return),
      void:
        (head.status === 'SUBMITTED' || head.status === 'PUBLISHED') &&
        !mine &&
        mayCall(actor, auditReviewContract.void),
      acknowledge:
        ended &&
        head.about === actor.userId &&
        acknowledgedAt === null &&
        mayCall(actor, auditReviewContract.acknowledge),
    },
  };
});
