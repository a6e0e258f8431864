import { todayIst } from '@aangan/contract/period.ts';
import { refusals } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl, useFile } from '@aangan/server/files/files.ts';
import { personName } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { studentModules } from '../modules.ts';
import { studentFileContract } from './student-file.contract.ts';

const refuseDocument = refusals({
  'student-document.own-upload': [403, 'Someone else must verify this document.'],
});
const LINES = 100;

const studentKey = async (db: Db, id: string): Promise<{ franchisee_id: number; id: string }> =>
  ensureFound(
    await db.selectFrom('student').select(['franchisee_id', 'id']).where('id', '=', id).executeTakeFirst(),
  );

export const papersOfStudent = handle(studentFileContract.papers, async ({ db, actor, input, now }) => {
  const student = await studentKey(db, input.studentId);
  const rows = await db
    .selectFrom('student_document as d')
    .leftJoin('app_user as u', 'u.id', 'd.uploaded_by')
    .leftJoin('app_user as v', 'v.id', 'd.verified_by')
    .selectAll('d')
    .select([personName('u').as('uploader'), personName('v').as('verifier')])
    .where('d.franchisee_id', '=', student.franchisee_id)
    .where('d.student_id', '=', student.id)
    .where('d.ended_at', 'is', null)
    .orderBy('d.kind')
    .orderBy('d.created_at')
    .execute();
  const write = holds(actor, studentModules.student, true);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      fileName: row.file_name,
      status: row.status,
      uploadedAt: row.created_at,
      uploadedBy: row.uploader,
      verifiedBy: row.verifier,
      verifiedAt: row.verified_at,
      expiresOn: row.expires_on,
      reason: row.reject_reason,
      url: `${fileUrl({ franchiseeId: row.franchisee_id, fileId: row.file_id }, now)}&inline=1`,
      can: { decide: write && row.status === 'UPLOADED' && row.uploaded_by !== actor.userId },
    })),
    people: await peopleOf(db, student, now),
    hasAllergy:
      (
        await db
          .selectFrom('student_private')
          .select('has_allergy')
          .where('franchisee_id', '=', student.franchisee_id)
          .where('student_id', '=', student.id)
          .executeTakeFirst()
      )?.has_allergy ?? false,
  };
});

async function peopleOf(db: Db, student: { franchisee_id: number; id: string }, now: Date) {
  const call = await db
    .selectFrom('emergency_contact')
    .select(['id', 'name', 'relation', 'mobile', 'ordinal'])
    .where('franchisee_id', '=', student.franchisee_id)
    .where('student_id', '=', student.id)
    .orderBy('ordinal')
    .execute();
  const gate = await db
    .selectFrom('pickup_person')
    .select(['id', 'name', 'relation', 'mobile', 'photo_file_id', 'valid_to as validTo'])
    .where('franchisee_id', '=', student.franchisee_id)
    .where('student_id', '=', student.id)
    .where('status', '=', 'ACTIVE')
    .where((or) => or.or([or('valid_to', 'is', null), or('valid_to', '>=', todayIst(now))]))
    .orderBy('name')
    .execute();
  return [
    ...call.map((one) => ({ ...one, what: 'CALL' as const, photoUrl: null, validTo: null })),
    ...gate.map(({ photo_file_id: photo, ...one }) => ({
      ...one,
      what: 'GATE' as const,
      ordinal: null,
      photoUrl:
        photo === null
          ? null
          : `${fileUrl({ franchiseeId: student.franchisee_id, fileId: photo }, now)}&inline=1`,
    })),
  ];
}

export const addPaper = handle(studentFileContract.add, async ({ db, actor, input }) => {
  const student = await studentKey(db, input.studentId);
  const { id } = await db
    .insertInto('student_document')
    .values({
      franchisee_id: student.franchisee_id,
      student_id: student.id,
      kind: input.kind,
      file_id: input.fileId,
      file_name: input.fileName,
      uploaded_by: actor.userId,
      expires_on: input.expiresOn ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await useFile(db, {
    franchiseeId: student.franchisee_id,
    fileId: input.fileId,
    area: 'students',
    subjectKind: 'student-document',
    subjectId: id,
    accept: ['pdf', 'jpg', 'png', 'webp'],
    maxBytes: 10 * 1024 * 1024,
  });
  return { id };
});

export const decidePaper = handle(studentFileContract.decide, async ({ db, actor, input, now }) => {
  const row = ensureFound(
    await db
      .selectFrom('student_document')
      .selectAll()
      .where('id', '=', input.id)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  );
  ensure(row.uploaded_by === null || row.uploaded_by !== actor.userId, () =>
    refuseDocument('student-document.own-upload'),
  );
  const status: 'VERIFIED' | 'REJECTED' = input.ok ? 'VERIFIED' : 'REJECTED';
  await db
    .updateTable('student_document')
    .set({
      status,
      verified_at: now.toISOString(),
      verified_by: actor.userId,
      reject_reason: input.ok ? null : (input.reason ?? 'Rejected'),
    })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return { id: row.id, status };
});

interface Change {
  at: string;
  who: string | null;
  command: string | null;
  table_name: string;
  op: string;
  fields: string[];
}

const tables: Readonly<Record<string, string>> = {
  student: 'The child',
  enrolment: 'The enrolment',
  placement: 'The section',
  family: 'The family',
  student_document: 'A document',
  student_guardian: 'A guardian’s rights',
  pickup_person: 'Somebody at the gate',
  emergency_contact: 'Somebody to call',
};
const actions: Readonly<Record<string, string>> = { I: 'was added', U: 'was changed', D: 'was removed' };

/** The change audit of the child's own rows: who, when, which fields. Values stay in the audit. */
export const historyOfStudent = handle(studentFileContract.history, async ({ db, input }) => {
  const student = await studentKey(db, input.studentId);
  const { rows } = await sql<Change>`
    with keys as (
      select 'student' as t, ${student.id}::text as k
      union all select 'family', family_id::text from student where franchisee_id = ${student.franchisee_id} and id = ${student.id}
      union all select 'enrolment', id::text from enrolment where franchisee_id = ${student.franchisee_id} and student_id = ${student.id}
      union all select 'placement', p.id::text from placement p join enrolment e on e.franchisee_id = p.franchisee_id and e.id = p.enrolment_id where e.franchisee_id = ${student.franchisee_id} and e.student_id = ${student.id}
      union all select 'student_document', id::text from student_document where franchisee_id = ${student.franchisee_id} and student_id = ${student.id}
      union all select 'pickup_person', id::text from pickup_person where franchisee_id = ${student.franchisee_id} and student_id = ${student.id})
    select c.at, ${personName('u')} as who, c.command, c.table_name, c.op,
      case when c.op = 'U' then array(select jsonb_object_keys(c.diff)) else '{}' end as fields
    from keys join record_change c on c.franchisee_id = ${student.franchisee_id} and c.table_name = keys.t and c.row_key = keys.k
    left join app_user u on u.id::text = c.actor::text order by c.at desc limit ${LINES}`.execute(db);
  return {
    rows: rows.map((row) => ({
      at: row.at,
      who: row.who,
      what: `${tables[row.table_name] ?? row.table_name} ${actions[row.op] ?? ''}`.trim(),
      fields: row.fields.map((field) => field.replaceAll('_', ' ')),
    })),
  };
});
