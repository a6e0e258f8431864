import { createHash, randomBytes } from 'node:crypto';
import { refuse } from '@aangan/contract/refusal.ts';
import { sql } from 'kysely';
import type { Db } from './unit-of-work.ts';

/** Purposes of public links and their life in days (areas/README §2 `public_link`). */
export const linkPurposes = {
  'form.application': { days: 14, maxDays: 90 },
  'form.registration': { days: 14, maxDays: 90 },
  'form.admission': { days: 21, maxDays: 90 },
  'pay.admission': { days: 30, maxDays: 180 },
  'pay.service': { days: 30, maxDays: 180 },
  'receipt.view': { days: 30, maxDays: 30 },
  'receipt.verify': { days: 3650, maxDays: 3650 },
  'certificate.verify': { days: 36500, maxDays: 36500 },
  'training.certificate': { days: 36500, maxDays: 36500 },
  'training.invite': { days: 90, maxDays: 365 },
  'online-class.child': { days: 1, maxDays: 90 },
  'enquiry.visit': { days: 14, maxDays: 14 },
  'user.invite': { days: 7, maxDays: 7 },
  'video.public': { days: 30, maxDays: 180 },
  'ams.calendar': { days: 400, maxDays: 400 },
  'message.preferences': { days: 180, maxDays: 365 },
} as const satisfies Record<string, { days: number; maxDays: number }>;
export type LinkPurpose = keyof typeof linkPurposes;

// Passed around in chats: that one of these was true once is nobody's business (areas/curriculum.md D12).
const SILENT_WHEN_ENDED: ReadonlySet<string> = new Set<LinkPurpose>(['video.public']);

export interface LinkSubject {
  kind: string;
  id: string;
}

export interface ResolvedLink {
  purpose: LinkPurpose;
  franchiseeId: number;
  subjectKind: string;
  subjectId: string;
  hash: Buffer;
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

// 16 random bytes = 22 base64url characters; the last one must not be '-' or '_', because messengers cut a link there.
function newToken(): string {
  for (;;) {
    const token = randomBytes(16).toString('base64url');
    if (!/[-_]$/.test(token)) return token;
  }
}

const MAX_LIVE_PER_SUBJECT = 8;

/** Issues a capability link in the caller's transaction; returns the 22-character token (kept only as a hash). */
export async function issueLink(
  db: Db,
  link: {
    purpose: LinkPurpose;
    franchiseeId: number;
    subject: LinkSubject;
    expiresAt?: Date;
    maxUses?: number;
    now?: Date;
  },
): Promise<string> {
  const token = newToken();
  const now = link.now ?? new Date();
  const life = linkPurposes[link.purpose];
  const day = 86_400_000;
  const longest = new Date(now.getTime() + life.maxDays * day);
  const wanted = link.expiresAt ?? new Date(now.getTime() + life.days * day);
  await sql`update public_link set revoked_at = now(), revoke_reason = 'replaced'
    where token_hash in (select token_hash from public_link where purpose = ${link.purpose} and subject_id = ${link.subject.id}
      and revoked_at is null order by issued_at desc offset ${MAX_LIVE_PER_SUBJECT - 1})`.execute(db);
  await db
    .insertInto('public_link')
    .values({
      token_hash: hashToken(token),
      purpose: link.purpose,
      franchisee_id: link.franchiseeId,
      subject_kind: link.subject.kind,
      subject_id: link.subject.id,
      issued_by: sql<string>`scope_user()`,
      expires_at: (wanted < longest ? wanted : longest).toISOString(),
      max_expires_at: longest.toISOString(),
      max_uses: link.maxUses ?? null,
    })
    .execute();
  return token;
}

/**
 * What a token opens. Unknown, foreign and wrong-purpose tokens are one 404; a true one that ended is 410
 * (areas/README §4 decision 45), or a 404 again for a purpose that keeps silent.
 */
export async function resolveLink(
  db: Db,
  token: string,
  purposes: readonly string[],
  now: Date,
): Promise<ResolvedLink> {
  if (!/^[A-Za-z0-9_-]{22}$/.test(token)) throw refuse('link.not-found');
  const hash = hashToken(token);
  const row = await db
    .selectFrom('public_link')
    .selectAll()
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  if (!row || !purposes.includes(row.purpose)) throw refuse('link.not-found');
  const used = row.max_uses !== null && row.uses >= row.max_uses;
  if (row.revoked_at !== null || used || new Date(row.expires_at) <= now)
    throw refuse(SILENT_WHEN_ENDED.has(row.purpose) ? 'link.not-found' : 'link.ended');
  return {
    purpose: row.purpose as LinkPurpose,
    franchiseeId: row.franchisee_id,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    hash,
  };
}

/** Counts one use (one-use links end by it). */
export async function useLink(db: Db, hash: Buffer): Promise<void> {
  await sql`update public_link set uses = uses + 1, last_used_at = now() where token_hash = ${hash}`.execute(
    db,
  );
}

/** Ends every live link of a subject. */
export async function revokeLinks(
  db: Db,
  which: { purpose?: LinkPurpose; subjectId: string; reason: string },
): Promise<void> {
  let update = db
    .updateTable('public_link')
    .set({ revoked_at: sql<string>`now()`, revoke_reason: which.reason })
    .where('subject_id', '=', which.subjectId)
    .where('revoked_at', 'is', null);
  if (which.purpose) update = update.where('purpose', '=', which.purpose);
  await update.execute();
}
