import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { RosterChild } from '../../students/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import type { PlacedSection } from '../structure/sections.server.ts';
import {
  childrenOf,
  chooseSheet,
  closedWhy,
  ensureOpenSheet,
  ensureSheet,
  leftOut,
  lockSheet,
  sheetOf,
} from './gradebook.server.ts';
import { remarkContract } from './remark.contract.ts';
import { checkRemark } from './remark-checks.ts';

interface Remark {
  enrolmentId: string;
  text: string;
  strengths: string | null;
  nextStep: string | null;
  version: number;
  by: string | null;
}

async function remarksOf(
  db: Db,
  { franchiseeId }: PlacedSection,
  termId: string,
  children: readonly RosterChild[],
): Promise<Remark[]> {
  const { rows } = await sql<Remark>`
    select r.enrolment_id as "enrolmentId", r.text, r.strengths, r.next_step as "nextStep", r.version, ${personName('u')} as by
      from teacher_remark r left join app_user u on u.id = r.written_by
     where r.franchisee_id = ${franchiseeId} and r.term_map_id = ${termId}
       and r.enrolment_id = any (${children.map(({ studentAdmissionId }) => studentAdmissionId)}::uuid[])`.execute(
    db,
  );
  return rows;
}

const verdictOf = (
  child: RosterChild,
  text: string,
  children: readonly RosterChild[],
  remarks: readonly Remark[],
) => {
  const id = child.studentAdmissionId;
  return checkRemark({
    text,
    gender: child.gender,
    others: children
      .filter((one) => one.studentAdmissionId !== id && one.name.split(' ')[0] !== child.name.split(' ')[0])
      .map(({ name }) => name),
    otherTexts: remarks.filter(({ enrolmentId }) => enrolmentId !== id).map((one) => one.text),
  });
};

/** What keeps a sheet from being submitted, by the child's id; a child who joined later may have a name that is in an old text. */
export async function remarkFaults(
  db: Db,
  section: PlacedSection,
  termId: string,
  children: readonly RosterChild[],
): Promise<Record<string, string>> {
  const remarks = await remarksOf(db, section, termId, children);
  return Object.fromEntries(
    children.flatMap((child) => {
      const id = child.studentAdmissionId;
      const remark = remarks.find(({ enrolmentId }) => enrolmentId === id);
      const fault = remark ? verdictOf(child, remark.text, children, remarks).errors[0] : 'No remark yet';
      return fault ? [[id, fault]] : [];
    }),
  );
}

export const listRemarks = handle(remarkContract.list, async ({ db, actor, input, now }) => {
  const { sections, section, terms, term } = await chooseSheet(db, actor, input, now);
  const choice = { sections, sectionId: section?.id ?? null, terms, termId: term?.id ?? null };
  if (!section || !term) return { ...choice, status: 'OPEN' as const, closed: null, rows: [], can: {} };
  const children = await childrenOf(db, section, term, now);
  const remarks = await remarksOf(db, section, term.id, children);
  const out = await leftOut(db, section, term.id);
  const sheet = await sheetOf(db, section, term.id);
  const why = closedWhy(sheet, term, todayIst(now));
  return {
    ...choice,
    status: sheet?.status ?? 'OPEN',
    closed: why && refuseAcademics(why.code, { details: why.details }).message,
    rows: children.map((child) => ({
      enrolmentId: child.studentAdmissionId,
      name: child.name,
      rollNo: child.rollNo,
      gender: child.gender,
      tooEarly: out.get(child.studentAdmissionId) ?? null,
      remark: remarks.find(({ enrolmentId }) => enrolmentId === child.studentAdmissionId) ?? null,
    })),
    can: { save: why === null && mayCall(actor, remarkContract.save) },
  };
});

export const saveRemark = handle(remarkContract.save, async ({ db, actor, input, now }) => {
  const { section, term } = await ensureSheet(db, actor, input, now);
  ensureOpenSheet(await lockSheet(db, section, term.id), term, now);
  const children = await childrenOf(db, section, term, now);
  const child = ensureFound(children.find((one) => one.studentAdmissionId === input.enrolmentId));
  const remarks = await remarksOf(db, section, term.id, children);
  const { errors, warnings } = verdictOf(child, input.text, children, remarks);
  if (errors[0]) throw refuseAcademics('remark.checks', { fields: { text: errors.join(' ') } });
  const there = remarks.find(({ enrolmentId }) => enrolmentId === input.enrolmentId);
  if ((there?.version ?? null) !== input.version) throw refuse('row.stale');
  const values = {
    text: input.text,
    strengths: input.strengths ?? null,
    next_step: input.nextStep ?? null,
    written_by: userIdOf(actor),
  };
  await db
    .insertInto('teacher_remark')
    .values({
      franchisee_id: section.franchiseeId,
      enrolment_id: input.enrolmentId,
      term_map_id: term.id,
      ...values,
    })
    .onConflict((oc) => oc.columns(['franchisee_id', 'enrolment_id', 'term_map_id']).doUpdateSet(values))
    .execute();
  return { warnings: [...warnings] };
});
