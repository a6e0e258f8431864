import { randomUUID } from 'node:crypto';
import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import { centreOfWriter, targetWords } from '../audience/audience.server.ts';
import { refuseCommunication } from '../communication.refusals.ts';
import { announcementContract } from './announcement.contract.ts';
import { ensureEnds, hasEnded, saveFiles, shownStatus } from './announcement-rules.server.ts';
import { announce, submitAnnouncement } from './publish-announcement.server.ts';

type Input = ParsedInputOf<typeof announcementContract.save>;

const columnsOf = (input: Input, target: string) => ({
  title: input.title,
  title_hi: input.titleHi,
  body: input.body,
  body_hi: input.bodyHi,
  people: input.audience.people,
  centre_ids: input.audience.centreIds,
  class_ids: input.audience.classIds,
  section_ids: input.audience.sectionIds,
  student_ids: input.audience.studentIds,
  target,
  extra_channels: input.extraChannels,
  publish_at: input.publishAt,
  expires_at: input.expiresAt,
  pinned_until: input.pinnedUntil,
  ack_required: input.ackRequired,
  ack_by: input.ackRequired ? input.ackBy : null,
});

export const saveAnnouncement = handle(announcementContract.save, async ({ db, actor, input, now }) => {
  const before = input.id === null ? null : await lockRow(db, 'announcement', input.id, input.version ?? 0);
  ensure(before === null || before.status === 'DRAFT', () =>
    before?.status === 'PUBLISHED' ? refuseCommunication('announcement.fixed') : refuse('row.wrong-state'),
  );
  const franchiseeId = before?.franchisee_id ?? centreOfWriter(actor);
  ensureEnds(input.expiresAt, input.publishAt === null ? now : new Date(input.publishAt));
  const columns = columnsOf(input, await targetWords(db, input.audience, franchiseeId));
  const row = before
    ? await db
        .updateTable('announcement')
        .set(columns)
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('announcement')
        .values({ franchisee_id: franchiseeId, id: randomUUID(), ...columns })
        .returningAll()
        .executeTakeFirstOrThrow();
  await saveFiles(db, row, input.fileIds);
  const saved = input.publish ? await submitAnnouncement(db, actor, row, now) : row;
  return { id: row.id, status: shownStatus(saved, now) };
});

/** Of a published one the words and its last day change; people, ways and time are what they were. */
export const amendAnnouncement = handle(announcementContract.amend, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'announcement', input.id, version);
  ensure(row.status === 'PUBLISHED', () => refuse('row.wrong-state'));
  ensure(!hasEnded(row, now), () => refuseCommunication('announcement.expired'));
  ensureEnds(input.expiresAt, now);
  await saveFiles(db, row, input.fileIds);
  const amended = await db
    .updateTable('announcement')
    .set({
      title: input.title,
      title_hi: input.titleHi,
      body: input.body,
      body_hi: input.bodyHi,
      expires_at: input.expiresAt,
      pinned_until: input.pinnedUntil,
      ack_by: row.ack_required ? input.ackBy : null,
      version_no: row.version_no + (input.again ? 1 : 0),
    })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  // Everybody is told anew, and whoever joined since is found.
  if (input.again) await announce(db, amended, 'EXPAND', { key: `expand:${amended.version_no}` });
  return {};
});
