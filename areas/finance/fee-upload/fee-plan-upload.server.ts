// A fee structure from a file: every plan is checked whole, all of them are saved as drafts or none.
import { listOf } from '@aangan/server/file-import/import-lists.ts';
import type { ImportAt, ImportRow } from '@aangan/server/file-import/import-types.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import { reaches } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { planInput } from '../fee-plan/fee-plan.contract.ts';
import type { RoyaltyBase } from '../fee-plan/plan-shape.ts';
import { createPlan } from '../fee-plan/save-fee-plan.server.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { feePlanUpload } from './fee-plan-upload.contract.ts';
import { faultsOf, planBodies, type UploadRow, type UploadValues, yearOf } from './plan-rows.ts';

export const feePlanUploadHandlers = serveImport(feePlanUpload, {
  lists: {
    classId: async (db) =>
      listOf(
        (await db.selectFrom('class').select(['id', 'name']).execute()).map(({ id, name }) => ({
          id,
          names: [name],
        })),
      ),
    feeTypeId: async (db, at) =>
      listOf((await feeTypesFor(db, at)).map(({ id, name, code }) => ({ id, names: [name, code] }))),
  },
  check: async (db, rows, at) => {
    const whole = rows.filter(isWhole);
    await checkPlaces(db, whole, at);
    const types = new Map((await feeTypesFor(db, at)).map((type) => [type.id, type.name]));
    const faults = faultsOf(whole, (id) => types.get(id) ?? 'This fee');
    for (const { row, column, text } of faults) rows.find((one) => one.row === row)?.fault(column, text);
  },
  save: async (db, rows, at) => {
    const bases = new Map((await feeTypesFor(db, at)).map((type) => [type.id, type.royalty_base]));
    const plans = planBodies(
      rows.map((values, row) => ({ row, values })),
      {
        baseOf: (id) => (bases.get(id) ?? 'NONE') as RoyaltyBase,
        newId: () => crypto.randomUUID(),
      },
    );
    for (const { franchiseeId, ...plan } of plans)
      await createPlan(db, franchiseeId ?? at.actor.franchiseeId ?? HEAD_OFFICE, planInput.parse(plan));
  },
  writes: ['fee_plan', 'fee_plan_component', 'fee_plan_breakdown', 'fee_plan_instalment', 'fee_plan_cell'],
});

const COLUMNS = Object.keys(feePlanUpload.columns);
const isWhole = (row: ImportRow<UploadValues>): row is ImportRow<UploadValues> & UploadRow =>
  COLUMNS.every((column) => column in row.values);

const feeTypesFor = (db: Db, { actor }: ImportAt) =>
  db
    .selectFrom('fee_type')
    .select(['id', 'name', 'code', 'royalty_base'])
    .where('status', '=', 'APPROVED')
    .where('franchisee_id', 'in', [HEAD_OFFICE, actor.franchiseeId ?? HEAD_OFFICE])
    .orderBy('name')
    .execute();

/** Years and centres must be there, and a code of a centre may stand for one plan only. */
async function checkPlaces(
  db: Db,
  rows: readonly (ImportRow<UploadValues> & UploadRow)[],
  { actor }: ImportAt,
): Promise<void> {
  const years = new Set((await db.selectFrom('academic_year').select('id').execute()).map(({ id }) => id));
  const centres = new Set((await db.selectFrom('franchisee').select('id').execute()).map(({ id }) => id));
  const codes = [...new Set(rows.map(({ values }) => values.planCode.toUpperCase()))];
  const used = await db
    .selectFrom('fee_plan')
    .select(['franchisee_id', 'code'])
    .where('code', 'in', codes.length > 0 ? codes : [''])
    .execute();
  for (const row of rows) {
    const { franchiseeId: named, planCode } = row.values;
    const place = named ?? actor.franchiseeId ?? HEAD_OFFICE;
    if (!years.has(yearOf(row.values))) row.fault('academicYear', 'There is no such academic year');
    if (named !== null && (!centres.has(named) || !reaches(actor, named)))
      row.fault('franchiseeId', 'There is no such centre');
    else if (named !== null && actor.franchiseeId !== null && named !== actor.franchiseeId)
      row.fault('franchiseeId', 'Another centre is chosen in the top bar');
    if (used.some((plan) => plan.franchisee_id === place && plan.code === planCode.toUpperCase()))
      row.fault('planCode', 'A plan has this code already. Make a new version of it instead.');
  }
}
