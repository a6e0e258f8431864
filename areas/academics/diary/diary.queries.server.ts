import { addDays, todayIst } from '@aangan/contract/period.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { rosterOf } from '../../students/public.server.ts';
import { filesOf, pictureConsents } from '../entry-file/entry-files.server.ts';
import { ensureMySection, mySections } from '../structure/sections.server.ts';
import { diaryContract } from './diary.contract.ts';
import { diaryStates } from './diary.states.ts';
import { DAYS_AHEAD, DAYS_BACK, moduleOfKind } from './diary-kinds.ts';
import { childrenOf, type EntryRow, ensureKind } from './diary-rules.server.ts';

export const diaryForm = handle(diaryContract.form, async ({ db, actor, now }) => {
  const today = todayIst(now);
  const { rows: subjects } = await sql<{ id: string; name: string; classIds: number[] }>`
    select s.id, s.name, array_agg(k.class_id order by k.class_id) as "classIds" from subject s
      join subject_class k on k.subject_id = s.id where s.active group by s.id order by s.position, s.name`.execute(
    db,
  );
  return {
    today,
    earliest: addDays(today, -DAYS_BACK),
    latest: addDays(today, DAYS_AHEAD),
    sections: await mySections(db, actor, today),
    subjects,
  };
});

export const diaryChildren = handle(diaryContract.children, async ({ db, actor, input, now }) => {
  const section = await ensureMySection(db, actor, input.sectionId, todayIst(now));
  const roster = await rosterOf(db, {
    franchiseeId: section.franchiseeId,
    sectionId: section.id,
    on: input.onDate,
  });
  const ids = roster.map(({ studentAdmissionId }) => studentAdmissionId);
  const consents = await pictureConsents(db, section.franchiseeId, ids);
  return {
    rows: roster.map((child) => ({
      enrolmentId: child.studentAdmissionId,
      name: child.name,
      consent: consents.get(child.studentAdmissionId)?.allowed ?? false,
    })),
  };
});

export const getDiary = handle(diaryContract.get, async ({ db, actor, input, now }) => {
  const { rows } = await sql<EntryRow & { subject: string | null; teacher: string | null }>`
    select d.*, u.name as subject, ${personName('p')} as teacher from diary_entry d
      left join subject u on u.id = d.subject_id left join app_user p on p.id = d.created_by where d.id = ${input.id}`.execute(
    db,
  );
  const row = ensureFound(rows[0]);
  ensureKind(actor, row.kind, false);
  const section = await ensureMySection(db, actor, row.section_id, todayIst(now));
  const families = await childrenOf(db, row);
  const owner = { franchiseeId: row.franchisee_id, kind: 'DIARY' } as const;
  const files = await filesOf(db, owner, [row.id]);
  const children = await pictureConsents(db, row.franchisee_id, [...new Set(files.flatMap((f) => f.tagged))]);
  const writes = holds(actor, moduleOfKind[row.kind], true);
  const steps = new Set<string>(writes ? actionsFrom(diaryStates, row.status) : []);
  return {
    id: row.id,
    kind: row.kind,
    onDate: row.on_date,
    section: section.label,
    subject: row.subject,
    topic: row.topic,
    textEn: row.text_en,
    textHi: row.text_hi,
    publishAt: row.publish_at,
    ackRequired: row.ack_required,
    status: row.status,
    sectionId: row.section_id,
    subjectId: row.subject_id,
    allChildren: row.all_children,
    enrolmentIds: row.all_children ? [] : families.map(({ enrolmentId }) => enrolmentId),
    files: files.map(({ ownerId: _, tagged, ...file }) => ({
      ...file,
      tagged: tagged.map((id) => ({ enrolmentId: id, name: children.get(id)?.name ?? '–' })),
      hiddenFor: tagged.filter((id) => !children.get(id)?.allowed).map((id) => children.get(id)?.name ?? '–'),
    })),
    teacher: row.teacher,
    changedAt: row.text_changed_at,
    withdrawReason: row.withdraw_reason,
    families: families.map(({ studentId: _, ...family }) => family),
    version: row.version,
    can: {
      edit: writes && row.status !== 'WITHDRAWN',
      publish: steps.has('publish'),
      withdraw: steps.has('withdraw'),
      remind: writes && row.status === 'PUBLISHED',
    },
  };
});
