import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { FormKind } from './form-pages.ts';

export interface StepFacts {
  kind: FormKind;
  franchiseeId: number;
  subjectId: string;
  from: string | null;
  to: string;
  action: string;
  reason?: string | null;
  channel?: string;
}

/** Every transition leaves a line {from, to, action, by, at, reason}. */
export async function writeStep(db: Db, step: StepFacts): Promise<void> {
  await db
    .insertInto('admission_step')
    .values({
      franchisee_id: step.franchiseeId,
      kind: step.kind,
      subject_id: step.subjectId,
      from_status: step.from,
      to_status: step.to,
      action: step.action,
      reason: step.reason?.slice(0, 300) ?? null,
      channel: step.channel ?? null,
    })
    .execute();
}

/** The history of a form, newest first. */
export async function stepsOf(db: Db, key: { franchiseeId: number; subjectId: string }) {
  const rows = await db
    .selectFrom('admission_step as s')
    .leftJoin('app_user as u', 'u.id', 's.by_user')
    .select(['s.at', 's.action', 's.to_status as to', 's.reason', 'u.first_name', 'u.last_name'])
    .where('s.franchisee_id', '=', key.franchiseeId)
    .where('s.subject_id', '=', key.subjectId)
    .orderBy('s.at', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    by: [first_name, last_name].filter(Boolean).join(' ') || null,
  }));
}
