import type { Actor } from './actor.ts';
import type { Db } from './unit-of-work.ts';

export interface Access {
  action: 'READ' | 'REVEAL' | 'EXPORT' | 'PRINT' | 'FILE' | 'DENY' | 'VIEW_AS' | 'SIGN_IN';
  contract: string;
  subjectKind?: string;
  subjectId?: string | null;
  n?: number;
  purpose?: string;
  reason?: string;
  fields?: string[];
}

/** The network part of an address: enough to see a pattern, too little to follow a person. */
export const ipPrefix = (ip: string): string =>
  ip.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip.split('.').slice(0, 3).join('.');

/** Writes who looked at what (no values). Reads of children's and personal data, exports, reveals, denials. */
export async function logAccess(
  db: Db,
  actor: Actor,
  access: Access,
  request: { id: string; ip: string },
): Promise<void> {
  await db
    .insertInto('access_log')
    .values({
      franchisee_id: actor.franchiseeId,
      user_id: actor.userId,
      link_hash: actor.link?.hash ?? null,
      role_id: actor.roleIds[0] ?? null,
      action: access.action,
      contract: access.contract,
      subject_kind: access.subjectKind ?? null,
      subject_id: access.subjectId ?? null,
      n: access.n ?? 1,
      purpose: access.purpose ?? null,
      reason: access.reason ?? null,
      fields: access.fields ?? null,
      ip_prefix: ipPrefix(request.ip),
      request_id: request.id,
    })
    .execute();
}
