// Rights to kits from a file: each row names a child, a class, a kind of sample or a model, and gives or takes.
import type { ImportValues } from '@aangan/contract/file-import.ts';
import { listOf } from '@aangan/server/file-import/import-lists.ts';
import type { ImportAt, ImportRow } from '@aangan/server/file-import/import-types.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import { reaches } from '@aangan/server/work/actor.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { childTypes } from '../kit-types.ts';
import { refuseAllocation } from './allocation.refusals.ts';
import { allocationImport } from './allocation-import.contract.ts';
import { entitleKits } from './entitle.server.ts';
import { revokeRow } from './entitlement.server.ts';

type Values = ImportValues<typeof allocationImport.columns>;

const yearOf = (values: Pick<Values, 'academicYear'>): number => Number(values.academicYear.slice(0, 4));
const centreOf = (values: Pick<Values, 'franchiseeId'>, { actor }: ImportAt): number | null =>
  values.franchiseeId ?? actor.franchiseeId;

const COLUMNS = Object.keys(allocationImport.columns);
const isWhole = (row: ImportRow<Values>): row is ImportRow<Values> & { values: Values } =>
  COLUMNS.every((column) => column in row.values);

type Subject = 'admissionNo' | 'classId' | 'sampleCategory' | 'modelId';
/** What a row of this type may name. */
const subjectsOf = (kitType: string): readonly Subject[] =>
  kitType === 'SAMPLE_KIT'
    ? ['sampleCategory']
    : kitType === 'WOW_KIT'
      ? ['modelId']
      : ['admissionNo', 'classId'];
const SUBJECTS: readonly Subject[] = ['admissionNo', 'classId', 'sampleCategory', 'modelId'];

/** The rights that stand for what a row names. */
async function standing(
  db: Db,
  franchiseeId: number,
  values: Values,
): Promise<{ id: string; live: number; waits: boolean }[]> {
  const { rows } = await sql<{ id: string; live: number; waits: boolean }>`
    select a.id, a.qty_live as live, a.status = 'ALLOCATED' as waits from kit_allocation a
      left join student s on s.franchisee_id = a.franchisee_id and s.id = a.student_id
     where a.franchisee_id = ${franchiseeId} and a.academic_year_id = ${yearOf(values)} and a.kit_type = ${values.kitType} and a.status <> 'REVOKED'
       and (${values.admissionNo}::text is null or s.admission_no = ${values.admissionNo}) and (${values.classId}::int is null or a.class_id = ${values.classId}::int)
       and (${values.sampleCategory}::text is null or a.sample_category = ${values.sampleCategory}) and (${values.modelId}::uuid is null or a.model_id = ${values.modelId}::uuid)
     order by a.id`.execute(db);
  return rows;
}

/** The child's enrolment of the year. */
async function enrolmentOf(db: Db, franchiseeId: number, values: Values): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select e.id from student s join enrolment e on e.franchisee_id = s.franchisee_id and e.student_id = s.id
     where s.franchisee_id = ${franchiseeId} and s.admission_no = ${values.admissionNo} and e.academic_year_id = ${yearOf(values)}
       and e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD') order by e.programme = 'PARENT_TODDLER', e.joined_on desc limit 1`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

type Whole = ImportRow<Values> & { values: Values };

/** Faults of the row by itself; the column it names is the answer when there are none. */
function subjectOf(row: Whole): Subject | null {
  const { values } = row;
  const named = SUBJECTS.filter((subject) => values[subject] !== null);
  const allowed = subjectsOf(values.kitType);
  const wrong = named.find((subject) => !allowed.includes(subject));
  if (wrong) row.fault(wrong, 'Leave it empty for this kit type');
  else if (named.length === 0)
    row.fault(
      allowed[0] ?? 'admissionNo',
      allowed.length > 1 ? 'Enter an admission number or a class' : 'Choose one',
    );
  else if (named.length > 1) row.fault('classId', 'Name the child or the class, not both');
  else if (childTypes.includes(values.kitType) && values.qty !== 1)
    row.fault('qty', 'A child gets one kit of a type');
  else return named[0] ?? null;
  return null;
}

const isCentre = async (db: Db, franchiseeId: number): Promise<boolean> =>
  (await db.selectFrom('franchisee').select('id').where('id', '=', franchiseeId).executeTakeFirst()) !==
  undefined;

async function checkRow(db: Db, row: Whole, at: ImportAt): Promise<void> {
  const { values } = row;
  const franchiseeId = centreOf(values, at);
  if (franchiseeId === null)
    return row.fault('franchiseeId', 'Choose a centre in the top bar or enter its id');
  if (!reaches(at.actor, franchiseeId) || !(await isCentre(db, franchiseeId)))
    return row.fault('franchiseeId', 'There is no such centre');
  if (at.actor.franchiseeId !== null && franchiseeId !== at.actor.franchiseeId)
    return row.fault('franchiseeId', 'Another centre is chosen in the top bar');
  const subject = subjectOf(row);
  if (subject === null) return;
  if (subject === 'admissionNo' && (await enrolmentOf(db, franchiseeId, values)) === null)
    return row.fault('admissionNo', 'No child of this centre has this number in that year');
  const found = await standing(db, franchiseeId, values);
  if (values.action === 'ALLOCATE') {
    if (subject === 'admissionNo' && found.length > 0) row.fault('admissionNo', 'Has this kit already');
    if (found.some(({ live }) => live > values.qty)) row.fault('qty', 'More are on orders already');
    return;
  }
  if (found.length === 0) row.fault(subject, 'Has no such kit allocated');
  if (found.some(({ live, waits }) => live > 0 || !waits)) row.fault(subject, 'An order has this kit');
}

const keyOf = (values: Values, franchiseeId: number | null): string =>
  [franchiseeId, values.kitType, yearOf(values), ...SUBJECTS.map((subject) => values[subject])].join('|');

async function allocate(db: Db, franchiseeId: number, values: Values): Promise<void> {
  const yearId = yearOf(values);
  if (values.classId !== null) {
    await entitleKits(db, {
      franchiseeId,
      yearId,
      classId: Number(values.classId),
      types: [values.kitType],
      source: 'UPLOAD',
    });
    return;
  }
  if (values.admissionNo !== null) {
    const enrolmentId = await enrolmentOf(db, franchiseeId, values);
    const made = await sql`
      insert into kit_allocation (franchisee_id, academic_year_id, kit_type, enrolment_id, student_id, class_id, source)
      select franchisee_id, academic_year_id, ${values.kitType}, id, student_id, class_id, 'UPLOAD' from enrolment
       where franchisee_id = ${franchiseeId} and id = ${enrolmentId} on conflict do nothing`.execute(db);
    if (made.numAffectedRows !== 1n)
      throw refuseAllocation('kit-allocation.exists', { details: { child: values.admissionNo } });
    return;
  }
  // What a centre has of it becomes the number of the file.
  const [before] = await standing(db, franchiseeId, values);
  if (before) {
    await db
      .updateTable('kit_allocation')
      .set({ qty: values.qty })
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', before.id)
      .execute();
    return;
  }
  await db
    .insertInto('kit_allocation')
    .values({
      franchisee_id: franchiseeId,
      academic_year_id: yearId,
      kit_type: values.kitType,
      sample_category: values.sampleCategory,
      model_id: values.modelId,
      qty: values.qty,
      source: 'UPLOAD',
    })
    .execute();
}

async function revoke(db: Db, franchiseeId: number, values: Values): Promise<void> {
  for (const { id } of await standing(db, franchiseeId, values)) {
    const row = await lockRow(db, 'kit_allocation', id);
    if (row.qty_live > 0) throw refuseAllocation('kit-allocation.live');
    await revokeRow(db, row, 'Revoked by upload');
  }
}

export const allocationImportHandlers = serveImport(allocationImport, {
  lists: {
    classId: async (db) =>
      listOf(
        (
          await db.selectFrom('class').select(['id', 'name', 'code']).where('active', '=', true).execute()
        ).map(({ id, name, code }) => ({ id, names: [name, code] })),
      ),
    modelId: async (db) =>
      listOf(
        (await db.selectFrom('wow_model').select(['id', 'name']).where('active', '=', true).execute()).map(
          ({ id, name }) => ({ id, names: [name] }),
        ),
      ),
  },
  check: async (db, rows, at) => {
    const seen = new Set<string>();
    for (const row of rows.filter(isWhole)) {
      const key = keyOf(row.values, centreOf(row.values, at));
      if (seen.has(key)) row.fault('kitType', 'Stands twice in this file');
      seen.add(key);
      await checkRow(db, row, at);
    }
  },
  save: async (db, rows, at) => {
    for (const values of rows) {
      const franchiseeId = centreOf(values, at) ?? 0;
      await (values.action === 'ALLOCATE' ? allocate : revoke)(db, franchiseeId, values);
    }
  },
  writes: ['kit_allocation'],
});
