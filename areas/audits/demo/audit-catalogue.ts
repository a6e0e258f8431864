// What is asked at an academic visit, at a safety check and when a teacher is observed: questions, weights and a published
// version of each; and a round through the classrooms that is still being written.
import { createHash } from 'node:crypto';
import { canonical, parametersOf, type Snapshot } from '@aangan/areas/audits/catalogue/snapshot.ts';
import { SNAPSHOT } from '@aangan/areas/audits/catalogue/template.server.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { headOffice } from '../../../db/demo/people.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';

// biome-ignore format: a table
const TYPES = [
  ['ams-visit', 'Academic visit', 'AMS', 'CENTRE', 'NETWORK', true],
  ['safety-check', 'Safety check', 'GENERAL', 'CENTRE', 'NETWORK', true],
  ['teacher-observation', 'Teacher observation', 'CENTRE_HEAD', 'TEACHER', 'CENTRE', false],
  ['classroom-round', 'Classroom round', 'CENTRE_HEAD', 'SECTION', 'CENTRE', false],
] as const;

// Type, category, its weight, sub-category; then code, question, answer, weight, critical, photo, severity.
// biome-ignore format: a table
const CATEGORIES: readonly (readonly [string, string, number | null, string, readonly (readonly [string, string, 'YES_NO_NA' | 'SCALE', number, boolean, 'NEVER' | 'NO' | 'ALWAYS', 'MINOR' | 'MAJOR' | 'CRITICAL'])[]])[] = [
  ['ams-visit', 'Classroom', 4000, 'Teaching', [
    ['CL-01', 'Do children take part in the circle time?', 'SCALE', 2, false, 'NEVER', 'MINOR'],
    ['CL-02', 'Does the day follow the plan of the week?', 'YES_NO_NA', 3, false, 'NO', 'MAJOR'],
    ['CL-03', 'Is the work of children on the walls not older than a month?', 'YES_NO_NA', 1, false, 'ALWAYS', 'MINOR']]],
  ['ams-visit', 'Safety', 3500, 'Gate and rooms', [
    ['SF-01', 'Is the gate locked while children are in?', 'YES_NO_NA', 5, true, 'NO', 'CRITICAL'],
    ['SF-02', 'Are sharp things out of the reach of children?', 'YES_NO_NA', 3, false, 'NO', 'MAJOR']]],
  ['ams-visit', 'Hygiene', 2500, 'Kitchen and toilets', [
    ['HY-01', 'Is drinking water covered and tested?', 'YES_NO_NA', 3, false, 'NO', 'MAJOR'],
    ['HY-02', 'How clean are the toilets?', 'SCALE', 2, false, 'NO', 'MINOR']]],
  ['safety-check', 'Fire', 6000, 'Equipment', [
    ['FI-01', 'Is each extinguisher within its date?', 'YES_NO_NA', 5, true, 'ALWAYS', 'CRITICAL'],
    ['FI-02', 'Is the way out free and marked?', 'YES_NO_NA', 4, true, 'NO', 'CRITICAL'],
    ['FI-03', 'Was a drill held in the last three months?', 'YES_NO_NA', 2, false, 'NEVER', 'MAJOR']]],
  ['safety-check', 'First aid', 4000, 'Box and people', [
    ['FA-01', 'Is the first-aid box complete?', 'YES_NO_NA', 2, false, 'NO', 'MAJOR'],
    ['FA-02', 'Is a trained first-aider in the house?', 'YES_NO_NA', 3, false, 'NEVER', 'MAJOR'],
    ['FA-03', 'Do emergency numbers hang at the phone?', 'YES_NO_NA', 1, false, 'NO', 'MINOR']]],
  ['teacher-observation', 'With the children', 10000, 'In class', [
    ['OB-01', 'Does the teacher speak at the height of children?', 'SCALE', 1, false, 'NEVER', 'MINOR'],
    ['OB-02', 'Is each child called by name?', 'YES_NO_NA', 1, false, 'NEVER', 'MINOR']]],
  ['classroom-round', 'Room', null, 'Corners', [
    ['RO-01', 'Is each corner of the room in use?', 'YES_NO_NA', 1, false, 'NEVER', 'MINOR']]],
];

const typeId = (slug: string) => demoUuid('audit-type', slug);
const categoryId = (slug: string, name: string) => demoUuid('audit-category', slug, name);
const subId = (slug: string, name: string) => demoUuid('audit-sub-category', slug, name);

export async function writeAuditCatalogue(client: Client, today: Day): Promise<void> {
  const by = { created_by: headOffice.superadmin.id };
  await insertRows(
    client,
    'audit_type',
    TYPES.map(([slug, name, family, subject, conductor, network]) => ({
      id: typeId(slug),
      slug,
      name,
      family,
      subject_kind: subject,
      conducted_by: conductor,
      review_required: network,
      locate: network,
      signoff_required: network,
      critical_cap_bp: 5900,
      band_a_bp: 9000,
      band_b_bp: 7500,
      band_c_bp: 6000,
      closure_days: 14,
      response_days: 3,
      publish_within_hours: 48,
      active: true,
      ...by,
    })),
  );
  await insertRows(
    client,
    'audit_category',
    CATEGORIES.map(([slug, name], i) => ({
      id: categoryId(slug, name),
      type_id: typeId(slug),
      name,
      position: i + 1 - CATEGORIES.findIndex(([first]) => first === slug),
      active: true,
    })),
  );
  await insertRows(
    client,
    'audit_sub_category',
    CATEGORIES.map(([slug, category, , name]) => ({
      id: subId(slug, name),
      category_id: categoryId(slug, category),
      name,
      position: 1,
      active: true,
    })),
  );
  await insertRows(
    client,
    'audit_parameter',
    CATEGORIES.flatMap(([slug, , , sub, questions]) =>
      questions.map(([code, question, kind, weight, critical, photo, severity], i) => ({
        id: demoUuid('audit-parameter', slug, code),
        sub_category_id: subId(slug, sub),
        code,
        question,
        response_kind: kind,
        max_score: kind === 'SCALE' ? 5 : 1,
        weight,
        critical,
        optional: false,
        photo_on: photo,
        note_on_no: true,
        owner_kind: 'CENTRE',
        severity,
        closure_days: severity === 'CRITICAL' ? 2 : null,
        position: i + 1,
        active: true,
      })),
    ),
  );
  const weighed = TYPES.filter(([slug]) => slug !== 'classroom-round');
  await insertRows(
    client,
    'audit_weight_set',
    weighed.map(([slug]) => ({
      id: demoUuid('audit-weights', slug),
      type_id: typeId(slug),
      effective_from: addDays(today, -90),
      note: 'With the first version',
      ...by,
    })),
  );
  await insertRows(
    client,
    'audit_weight_line',
    CATEGORIES.flatMap(([slug, name, weight]) =>
      weight === null
        ? []
        : [
            {
              weight_set_id: demoUuid('audit-weights', slug),
              category_id: categoryId(slug, name),
              weight_bp: weight,
            },
          ],
    ),
  );
  const { rows } = await client.query<{ id: string; snapshot: Snapshot }>(
    `select t.id, ${SNAPSHOT} as snapshot from audit_type t where t.id = any($1)`,
    [weighed.map(([slug]) => typeId(slug))],
  );
  await insertRows(
    client,
    'audit_template_version',
    rows.map(({ id, snapshot }) => ({
      id: demoUuid('audit-version', id),
      type_id: id,
      version_no: 1,
      snapshot,
      sha256: createHash('sha256')
        .update(JSON.stringify(canonical(snapshot)))
        .digest('hex'),
      parameters: parametersOf(snapshot).length,
      change_note: 'First version',
      created_at: `${addDays(today, -89)}T12:00:00+05:30`,
      ...by,
    })),
  );
}
