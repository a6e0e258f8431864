import { randomUUID } from 'node:crypto';
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { useFile } from '@aangan/server/files/files.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import { childPeopleContract } from './guardian.contract.ts';

export const savePickup = handle(childPeopleContract.savePickup, async ({ db, input, now }) => {
  const student = await lockRow(db, 'student', input.studentId);
  const { franchisee_id } = student;
  if (input.validTo && input.validTo < todayIst(now))
    throw refuse('input.invalid', { fields: { validTo: 'Choose today or a later day' } });
  const known = input.id === undefined ? null : await lockRow(db, 'pickup_person', input.id);
  ensure(known === null || known.student_id === student.id, () => refuse('row.not-found'));
  const photo = input.photoFileId ?? null;
  const person = {
    name: input.name,
    relation: input.relation,
    mobile: input.mobile,
    photo_file_id: photo,
    valid_to: input.validTo ?? null,
  };
  const id = known?.id ?? randomUUID();
  if (photo !== null && photo !== known?.photo_file_id)
    await useFile(db, {
      franchiseeId: franchisee_id,
      fileId: photo,
      area: 'students',
      subjectKind: 'pickup-person',
      subjectId: id,
      accept: ['jpg', 'png'],
      maxBytes: 5 * 1024 * 1024,
    });
  if (known)
    await db
      .updateTable('pickup_person')
      .set(person)
      .where('franchisee_id', '=', franchisee_id)
      .where('id', '=', id)
      .execute();
  else
    await db
      .insertInto('pickup_person')
      .values({ ...person, franchisee_id, id, student_id: student.id, valid_from: todayIst(now) })
      .execute();
  return { id };
});

export const endPickup = handle(childPeopleContract.endPickup, async ({ db, input }) => {
  const { franchisee_id, id } = await lockRow(db, 'pickup_person', input.id);
  await db
    .updateTable('pickup_person')
    .set({ status: 'ENDED' })
    .where('franchisee_id', '=', franchisee_id)
    .where('id', '=', id)
    .execute();
  return { id };
});

export const saveContact = handle(childPeopleContract.saveContact, async ({ db, input }) => {
  const { franchisee_id, id: student_id } = await lockRow(db, 'student', input.studentId);
  const person = { name: input.name, relation: input.relation, mobile: input.mobile };
  const { id } = await db
    .insertInto('emergency_contact')
    .values({ ...person, franchisee_id, student_id, ordinal: Number(input.ordinal) })
    .onConflict((one) => one.columns(['franchisee_id', 'student_id', 'ordinal']).doUpdateSet(person))
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id };
});

export const removeContact = handle(childPeopleContract.removeContact, async ({ db, input }) =>
  ensureFound(
    await db.deleteFrom('emergency_contact').where('id', '=', input.id).returning('id').executeTakeFirst(),
  ),
);
