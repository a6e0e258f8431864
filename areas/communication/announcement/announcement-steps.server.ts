import { formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { logAccess } from '@aangan/server/work/access-log.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import { sql } from 'kysely';
import { refuseCommunication } from '../communication.refusals.ts';
import { cancelMessages } from '../message/queue-message.server.ts';
import { isLeft } from './announce.server.ts';
import { announcementContract } from './announcement.contract.ts';
import { announcementStates } from './announcement.states.ts';
import { ensureEnds, hasEnded, sourceOf } from './announcement-rules.server.ts';
import { announce, publishAtItsTime, submitAnnouncement } from './publish-announcement.server.ts';

const decided = { states: announcementStates, table: 'announcement', code: 'CAMPAIGN_APPROVED' } as const;

export const submitDraft = handle(announcementContract.submit, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'announcement', input.id, version);
  ensure(row.status === 'DRAFT', () => refuse('row.wrong-state'));
  const { status } = await submitAnnouncement(db, actor, row, now);
  return { status };
});

export const approveAnnouncement = handle(
  announcementContract.approve,
  async ({ db, actor, input, version, now }) => {
    const row = await lockRow(db, 'announcement', input.id, version);
    const at = row.publish_at !== null && new Date(row.publish_at) > now ? new Date(row.publish_at) : now;
    ensureEnds(row.expires_at, at);
    const approved = await decide(db, actor, {
      ...decided,
      row,
      action: 'approve',
      decision: 'APPROVE',
      makers: [row.submitted_by, row.created_by],
      reason: input.note ?? null,
      set: { approved_by: userIdOf(actor), publish_at: at },
    });
    await publishAtItsTime(db, approved, now);
    return {};
  },
);

export const returnAnnouncement = handle(
  announcementContract.sendBack,
  async ({ db, actor, input, version }) => {
    const row = await lockRow(db, 'announcement', input.id, version);
    await decide(db, actor, {
      ...decided,
      row,
      action: 'return',
      decision: 'RETURN',
      makers: [row.submitted_by, row.created_by],
      reason: input.reason,
    });
    return {};
  },
);

export const recallAnnouncement = handle(announcementContract.recall, async ({ db, input, version }) => {
  const row = await lockRow(db, 'announcement', input.id, version);
  await moveStatus(db, {
    states: announcementStates,
    table: 'announcement',
    row,
    action: 'recall',
    set: { approved_by: null },
  });
  await cancelMessages(db, { franchiseeId: row.franchisee_id, source: sourceOf(row.id) });
  return {};
});

export const withdrawAnnouncement = handle(announcementContract.withdraw, async ({ db, input, version }) => {
  const row = await lockRow(db, 'announcement', input.id, version);
  await moveStatus(db, {
    states: announcementStates,
    table: 'announcement',
    row,
    action: 'withdraw',
    reason: input.reason,
    set: { withdraw_reason: input.reason },
  });
  // What has not left yet stays here: at the own centre, and for head office at each one it reached.
  const { rows } = await sql<{ id: number }>`
    select distinct franchisee_id as id from announcement_recipient where announcement_id = ${row.id}`.execute(
    db,
  );
  for (const franchiseeId of new Set([row.franchisee_id, ...rows.map(({ id }) => id)]))
    await cancelMessages(db, { franchiseeId, source: sourceOf(row.id) });
  return {};
});

export const reopenAnnouncement = handle(announcementContract.reopen, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'announcement', input.id, version);
  ensure(hasEnded(row, now), () => refuse('row.wrong-state'));
  ensureEnds(input.expiresAt, now);
  await db
    .updateTable('announcement')
    .set({ expires_at: input.expiresAt })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const pinAnnouncement = handle(announcementContract.pin, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'announcement', input.id, version);
  ensure(row.status !== 'WITHDRAWN', () => refuse('row.wrong-state'));
  const until = input.pinnedUntil ?? null;
  if (until !== null && until < todayIst(now))
    throw refuse('input.invalid', { fields: { pinnedUntil: 'From today on' } });
  await db
    .updateTable('announcement')
    .set({ pinned_until: until })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

const DAY_MS = 24 * 3_600_000;

export const remindAnnouncement = handle(announcementContract.remind, async ({ db, input, now }) => {
  const row = await lockRow(db, 'announcement', input.id);
  ensure(row.status === 'PUBLISHED', () => refuse('row.wrong-state'));
  ensure(!hasEnded(row, now), () => refuseCommunication('announcement.expired'));
  const last = row.reminded_at === null ? null : new Date(row.reminded_at);
  ensure(last === null || now.getTime() - last.getTime() >= DAY_MS, () =>
    refuseCommunication('announcement.remind-too-soon', {
      details: { date: formatDate(todayIst(last ?? now)) },
    }),
  );
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from announcement_recipient r where r.announcement_id = ${row.id} and ${isLeft(row, 'r')}`.execute(
    db,
  );
  const people = rows[0]?.n ?? 0;
  if (people === 0) return { people };
  await db
    .updateTable('announcement')
    .set({ reminded_at: now })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  await announce(db, row, 'REMIND', { key: `remind:${now.getTime()}` });
  return { people };
});

export const revealReader = handle(announcementContract.reveal, async ({ db, actor, input, request }) => {
  // Whoever may write it: head office's own is not opened by a centre it reached.
  const row = await lockRow(db, 'announcement', input.id);
  const { rows } = await sql<{ number: string | null }>`
      select coalesce(g.mobile, u.mobile_norm) as number from announcement_recipient r
        left join guardian g on r.person_kind = 'GUARDIAN' and g.franchisee_id = r.franchisee_id and g.id = r.person_id
        left join app_user u on r.person_kind = 'STAFF' and u.id = r.person_id
       where r.announcement_id = ${row.id} and r.person_kind = ${input.kind} and r.person_id = ${input.personId} limit 1`.execute(
    db,
  );
  const number = ensureFound(rows[0]?.number);
  await logAccess(
    db,
    actor,
    {
      action: 'REVEAL',
      contract: announcementContract.reveal.name,
      subjectKind: input.kind,
      subjectId: input.personId,
      fields: ['mobile'],
      purpose: 'call about an announcement',
    },
    request,
  );
  return { number };
});
