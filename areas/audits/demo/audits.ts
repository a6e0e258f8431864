// Audits on site: published ones of the last months at four centres, one that waits for its review, a returned one, a draft; and
// how centre heads observed their teachers.
import { parametersOf, type Snapshot } from '@aangan/areas/audits/catalogue/snapshot.ts';
import { type Given, isFault, scoreAudit } from '@aangan/areas/audits/engine/score.ts';
import { academicYearOf, addDays, type Day, financialYear } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { deskDay } from '../../../db/demo/moment.ts';
import { amsTeam, headOffice, teamAt } from '../../../db/demo/people.ts';
import { demoUuid, rngOf } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';

// Centre, kind, days ago, state, of 100 answers so many are good, self check or the centre's own.
// biome-ignore format: a table
const AUDITS = [
  [2, 'ams-visit', 96, 'PUBLISHED', 84, false],
  [2, 'ams-visit', 41, 'PUBLISHED', 93, false],
  [2, 'safety-check', 60, 'CLOSED', 100, false],
  [2, 'safety-check', 12, 'PUBLISHED', 78, false],
  [2, 'safety-check', 5, 'PUBLISHED', 88, true],
  [2, 'ams-visit', 2, 'SUBMITTED', 90, false],
  [2, 'safety-check', 0, 'DRAFT', 95, false],
  [2, 'teacher-observation', 30, 'PUBLISHED', 60, true],
  [2, 'teacher-observation', 4, 'PUBLISHED', 100, true],
  [3, 'teacher-observation', 8, 'PUBLISHED', 70, true],
  [3, 'ams-visit', 70, 'PUBLISHED', 71, false],
  [3, 'ams-visit', 12, 'PUBLISHED', 97, false],
  [3, 'safety-check', 20, 'PUBLISHED', 66, false],
  [3, 'ams-visit', 1, 'RETURNED', 85, false],
  [4, 'ams-visit', 50, 'PUBLISHED', 97, false],
  [4, 'safety-check', 9, 'VOID', 80, false],
  [5, 'safety-check', 15, 'PUBLISHED', 58, false],
  [4, 'ams-visit', 4, 'SUBMITTED', 88, false],
  [5, 'ams-visit', 75, 'PUBLISHED', 86, false],
  [6, 'ams-visit', 110, 'CLOSED', 100, false],
  [7, 'ams-visit', 64, 'PUBLISHED', 79, false],
  [8, 'ams-visit', 120, 'CLOSED', 100, false],
  [9, 'ams-visit', 88, 'PUBLISHED', 91, false],
  [10, 'ams-visit', 45, 'PUBLISHED', 83, false],
  [11, 'ams-visit', 100, 'CLOSED', 100, false],
] as const;

// Academic managers visit the centres that are theirs; the rest is head office's.
const auditorOf = (slug: string, franchiseeId: number): string =>
  slug === 'ams-visit' && franchiseeId <= 3 ? amsTeam.manager.id : headOffice.superadmin.id;

export async function writeAudits(client: Client, today: Day): Promise<void> {
  const { rows: kinds } = await client.query<{
    slug: string;
    typeId: string;
    versionId: string;
    snapshot: Snapshot;
    setId: string;
  }>(`select t.slug, t.id as "typeId", v.id as "versionId", v.snapshot, w.id as "setId" from audit_type t
      join lateral (select id, snapshot from audit_template_version v where v.type_id = t.id order by version_no desc limit 1) v on true
      join lateral (select id from audit_weight_set w where w.type_id = t.id order by effective_from desc limit 1) w on true`);
  const { rows: lines } = await client.query<{ set: string; category: string; bp: number }>(
    'select weight_set_id as set, category_id as category, weight_bp as bp from audit_weight_line',
  );
  const { rows: teachers } = await client.query<{ centre: number; id: string }>(
    `select s.franchisee_id as centre, s.id from staff s join app_user u on u.id = s.user_id where s.category = 'TEACHING' and u.id = any ($1)`,
    [[2, 3].map((centre) => teamAt(centre).teachers[0]?.id)],
  );
  const teacherAt = new Map(teachers.map(({ centre, id }) => [centre, id]));
  for (const [n, [franchiseeId, slug, ago, status, good, inside]] of AUDITS.entries()) {
    const kind = kinds.find((one) => one.slug === slug);
    if (!kind) throw new Error(`No audit type '${slug}'`);
    const rng = rngOf(`audit ${n}`);
    const day = ago === 0 ? today : deskDay(addDays(today, -ago));
    const id = demoUuid('audit', n);
    const observes = slug === 'teacher-observation';
    const self = inside && !observes;
    const auditor = inside ? teamAt(franchiseeId).head.id : auditorOf(slug, franchiseeId);
    const questions = parametersOf(kind.snapshot).slice(0, status === 'DRAFT' ? 4 : undefined);
    const answers: Given[] = questions.map((one) => {
      const well = rng.int(0, 99) < good;
      return one.responseKind === 'SCALE'
        ? { parameterId: one.id, response: null, scale: well ? 5 : 2 }
        : { parameterId: one.id, response: well ? 'yes' : 'no', scale: null };
    });
    const weights = new Map(
      lines.filter(({ set }) => set === kind.setId).map((one) => [one.category, one.bp]),
    );
    const score = scoreAudit(kind.snapshot, answers, weights);
    const ended = status === 'PUBLISHED' || status === 'CLOSED';
    const at = (hour: number, days = 0) => `${addDays(day, days)}T${hour}:00:00+05:30`;
    await insertRows(client, 'audit', [
      {
        franchisee_id: franchiseeId,
        id,
        number: `AUD/${String(franchiseeId).padStart(3, '0')}/${financialYear(day).short}/${String(900 + n).padStart(5, '0')}`,
        type_id: kind.typeId,
        version_id: kind.versionId,
        weight_set_id: kind.setId,
        mode: self ? 'SELF' : 'REGULAR',
        academic_year_id: academicYearOf(day),
        audit_on: day,
        staff_id: observes ? teacherAt.get(franchiseeId) : null,
        auditor_id: auditor,
        status,
        visible_to_centre: ended || inside,
        started_at: at(10),
        submitted_at: status === 'DRAFT' ? null : at(13),
        published_at: ended ? at(11, 1) : null,
        closed_at: status === 'CLOSED' ? at(11, 1) : null,
        total: parametersOf(kind.snapshot).length,
        answered: answers.length,
        faults: answers.filter(({ response, scale }) => response === 'no' || (scale ?? 5) <= 2).length,
        raw_bp: score.rawBp,
        final_bp: score.finalBp,
        capped: score.capped,
        band: score.band,
        reason:
          status === 'RETURNED'
            ? 'The photo of the gate is missing.'
            : status === 'VOID'
              ? 'It was of another centre.'
              : null,
      },
    ]);
    await insertRows(
      client,
      'audit_answer',
      answers.map(({ parameterId, response, scale }) => ({
        franchisee_id: franchiseeId,
        audit_id: id,
        parameter_id: parameterId,
        response,
        scale,
        note: response === 'no' || (scale ?? 5) <= 2 ? 'To be mended; shown to the centre head.' : null,
        rev: 1,
        answered_by: auditor,
        answered_at: at(11),
      })),
    );
    if (ended && !self)
      await writeFindings(client, { franchiseeId, id, day, closed: status === 'CLOSED', kind, answers });
    if (status !== 'DRAFT')
      await insertRows(
        client,
        'audit_category_score',
        score.categories.map((one) => ({
          franchisee_id: franchiseeId,
          audit_id: id,
          category_id: one.categoryId,
          got: one.got,
          max: one.max,
          weight_bp: one.weightBp,
          pct_bp: one.pctBp,
          not_applicable: one.notApplicable,
        })),
      );
  }
}

interface Found {
  franchiseeId: number;
  id: string;
  day: Day;
  closed: boolean;
  kind: { snapshot: Snapshot };
  answers: readonly Given[];
}
const STATES = ['OPEN', 'RESPONDED', 'CLOSED', 'RETURNED'] as const;

/** What the centre has answered, what came back, what is closed: in turn. */
async function writeFindings(
  client: Client,
  { franchiseeId, id, day, closed, kind, answers }: Found,
): Promise<void> {
  const questions = new Map(parametersOf(kind.snapshot).map((one) => [one.id, one]));
  const head = teamAt(franchiseeId).head.id;
  const rows = answers.filter(isFault).map(({ parameterId }, i) => {
    const one = questions.get(parameterId);
    const status = closed ? 'CLOSED' : STATES[i % STATES.length];
    const answered = status !== 'OPEN';
    const at = (days: number) => `${addDays(day, days)}T12:00:00+05:30`;
    return {
      franchisee_id: franchiseeId,
      id: demoUuid('audit-finding', id, parameterId),
      audit_id: id,
      parameter_id: parameterId,
      severity: one?.severity,
      text: `${one?.question} To be mended; shown to the centre head.`,
      owner_kind: one?.ownerKind,
      due_on: addDays(
        day,
        1 + (one?.closureDays ?? (one?.severity === 'CRITICAL' ? 2 : kind.snapshot.closureDays)),
      ),
      status,
      response: answered ? 'Mended the same week; the team was shown how to keep it so.' : null,
      responded_by: answered ? head : null,
      responded_at: answered ? at(3) : null,
      verified_by: status === 'CLOSED' ? headOffice.superadmin.id : null,
      closed_at: status === 'CLOSED' ? at(5) : null,
      reason: status === 'RETURNED' ? 'The photo shows another room.' : null,
    };
  });
  await insertRows(client, 'audit_finding', rows);
}
