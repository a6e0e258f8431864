import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import { studentContract } from './student.contract.ts';

/** Profile and address; absent = leave, null = clear. */
export const updateStudent = handle(studentContract.update, async ({ db, input, version }) => {
  const row = ensureFound(
    await db.selectFrom('student').selectAll().where('id', '=', input.id).forUpdate().executeTakeFirst(),
  );
  ensureFresh(row.version === version ? 1 : 0);
  const callName = input.callName === undefined ? row.call_name : input.callName;
  const updated = await db
    .updateTable('student')
    .set({
      call_name: callName,
      blood_group: input.bloodGroup === undefined ? row.blood_group : input.bloodGroup,
      nationality: input.nationality === undefined ? row.nationality : input.nationality,
      mother_tongue: input.motherTongue === undefined ? row.mother_tongue : input.motherTongue,
      search_text: [row.name, callName ?? '', row.admission_no].join(' ').toLowerCase(),
    })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  if (input.address !== undefined || input.pincode !== undefined) {
    await db
      .updateTable('family')
      .set({
        ...(input.address === undefined ? {} : { address: input.address }),
        ...(input.pincode === undefined ? {} : { pincode: input.pincode }),
      })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.family_id)
      .execute();
  }
  return { id: row.id, version: updated.version };
});
