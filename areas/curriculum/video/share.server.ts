import { handle } from '@aangan/server/endpoint/handle.ts';
import { issueLink, revokeLinks } from '@aangan/server/work/links.ts';
import { sql } from 'kysely';
import { videoContract as contract } from './video.contract.ts';
import { ensureReady, lockVideo } from './video.server.ts';

const DAY_MS = 86_400_000;

export const share = handle(contract.share, async ({ db, actor, input, now }) => {
  const video = await lockVideo(db, actor, input.id);
  ensureReady(video);
  const expiresAt = new Date(now.getTime() + input.days * DAY_MS);
  const token = await issueLink(db, {
    purpose: 'video.public',
    franchiseeId: video.franchisee_id,
    subject: { kind: 'video', id: video.id },
    expiresAt,
    now,
  });
  return { path: `/videoplayer/${video.slug}/${token}`, expiresAt: expiresAt.toISOString() };
});

export const endLinks = handle(contract.endLinks, async ({ db, actor, input }) => {
  const video = await lockVideo(db, actor, input.id);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from public_link
    where purpose = 'video.public' and subject_id = ${video.id} and revoked_at is null and expires_at > now()`.execute(
    db,
  );
  await revokeLinks(db, { purpose: 'video.public', subjectId: video.id, reason: 'ended by hand' });
  return { ended: rows[0]?.n ?? 0 };
});
