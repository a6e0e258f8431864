// Changes of published days: handed in, approved by another person as the next revision, or returned.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { approvalStep, refuseApproval } from '@aangan/server/work/approval.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { noteStep, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { notify } from '../../shell/public.server.ts';
import { refuseCurriculum } from '../curriculum.refusals.ts';
import { tellApprovers } from '../tell-approvers.server.ts';
import { dayContent, isTeachable } from './day-content.ts';
import { viewDay } from './day-paths.ts';
import { lockDay, projection, writeDraft } from './day-row.server.ts';
import { reviewContract as contract } from './review.contract.ts';

type Day = RowIn<'curriculum_day'>;
const NOTE_MIN = 10;

const step = (db: Db, day: Day, action: string, [from, to]: [string, string], reason: string | null = null) =>
  noteStep(db, {
    franchiseeId: HEAD_OFFICE,
    subject: 'curriculum_day',
    id: day.id,
    action,
    from,
    to,
    reason,
  });

export const requestReview = handle(contract.request, async ({ db, actor, input, version }) => {
  const { day, plan } = await lockDay(db, actor, { id: input.id, version });
  ensure(plan.status !== 'DRAFT' && day.draft_state === 'DRAFT', () => refuse('row.wrong-state'));
  ensure(isTeachable(dayContent.parse(day.draft)), () => refuseCurriculum('day.not-teachable'));
  const author = userIdOf(actor);
  await db
    .updateTable('curriculum_day')
    .set({ draft_state: 'PENDING', draft_by: author, review_note: null })
    .where('id', '=', day.id)
    .execute();
  await step(db, day, 'request', ['DRAFT', 'PENDING']);
  await tellApprovers(db, {
    author,
    kind: 'curriculum.day-submitted',
    title: `To review: day ${day.position} of ${plan.title}`,
    body: 'A change of a published day waits for your review.',
    link: viewDay(day.id),
    dedupeKey: `curriculum:day:${day.id}:${day.version}`,
  });
  return {};
});

interface Decided {
  id: string;
  version: number | undefined;
  decision: 'APPROVE' | 'RETURN';
  note: string | null;
}

/** The waiting change, decided on by somebody who did not hand it in. */
async function decideDay(db: Db, actor: Actor, { id, version, decision, note }: Decided) {
  const found = await lockDay(db, actor, { id, version });
  const { day } = found;
  ensure(day.draft_state === 'PENDING', () => refuse('row.wrong-state'));
  const author = day.draft_by ?? '';
  ensure(author !== actor.userId, () => refuseApproval('approval.own'));
  await approvalStep(db, actor, {
    franchiseeId: HEAD_OFFICE,
    subjectKind: 'CURRICULUM_DAY',
    subjectId: day.id,
    subjectVersion: day.version,
    decision,
    makerId: author,
    note,
  });
  return { ...found, author };
}

export const approveDay = handle(contract.approve, async ({ db, actor, input, version }) => {
  const note = input.note ?? null;
  const { day, author } = await decideDay(db, actor, { id: input.id, version, decision: 'APPROVE', note });
  const content = dayContent.parse(day.draft);
  const rev = day.live_rev + 1;
  await db
    .insertInto('curriculum_day_rev')
    .values({ day_id: day.id, rev, content: JSON.stringify(content), note, written_by: author })
    .execute();
  await db
    .updateTable('curriculum_day')
    .set({
      ...projection(content),
      live_rev: rev,
      ready: true,
      draft: null,
      draft_state: 'NONE',
      draft_by: null,
      review_note: null,
    })
    .where('id', '=', day.id)
    .execute();
  await step(db, day, 'approve', ['PENDING', 'NONE'], note);
  return {};
});

export const returnDay = handle(contract.sendBack, async ({ db, actor, input, version }) => {
  ensure(input.note.length >= NOTE_MIN, () =>
    refuse('input.invalid', { fields: { note: `At least ${NOTE_MIN} characters` } }),
  );
  const ask = { id: input.id, version, decision: 'RETURN', note: input.note } as const;
  const { day, plan, author } = await decideDay(db, actor, ask);
  await db
    .updateTable('curriculum_day')
    .set({ draft_state: 'DRAFT', review_note: input.note })
    .where('id', '=', day.id)
    .execute();
  await step(db, day, 'return', ['PENDING', 'DRAFT'], input.note);
  await notify(db, {
    userId: author,
    kind: 'curriculum.day-returned',
    title: `Came back: day ${day.position} of ${plan.title}`,
    body: input.note.slice(0, 300),
    link: viewDay(day.id),
    sourceArea: 'curriculum',
    dedupeKey: `curriculum:day-returned:${day.id}:${day.version}`,
  });
  return {};
});

export const restoreRevision = handle(contract.restore, async ({ db, actor, input, version }) => {
  const { day } = await lockDay(db, actor, { id: input.id, version });
  ensure(day.draft_state !== 'PENDING', () => refuseCurriculum('day.pending'));
  const found = ensureFound(
    await db
      .selectFrom('curriculum_day_rev')
      .select('content')
      .where('day_id', '=', day.id)
      .where('rev', '=', input.rev)
      .executeTakeFirst(),
  );
  await writeDraft(db, actor, { day, content: dayContent.parse(found.content) });
  return {};
});
