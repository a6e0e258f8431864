import { aad, openBytes } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { notify } from '../profile/notice.server.ts';
import { recoveryCodesLeft, useRecoveryCode } from './recovery-code.server.ts';
import { stepOfCode } from './totp.server.ts';

/** How a person answers the question for a code: the one that was sent, the app's, or a printed one. */
export type AnsweredBy = 'SENT' | 'APP' | 'RECOVERY';

export const secretPlace = (userId: string): string => aad('authenticator', 'secret', null, userId);

/** Whether the app's code is right. The row is locked and the step kept, so one code opens one thing once. */
export async function appCodeIsRight(
  db: Db,
  userId: string,
  code: string,
  { now, confirmed }: { now: Date; confirmed: boolean },
): Promise<boolean> {
  const row = await db
    .selectFrom('authenticator')
    .select(['secret', 'last_step', 'confirmed_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || (row.confirmed_at !== null) !== confirmed || !/^\d{6}$/.test(code)) return false;
  const step = stepOfCode(openBytes(row.secret, secretPlace(userId)), code, now, row.last_step);
  if (step === null) return false;
  await db.updateTable('authenticator').set({ last_step: step }).where('user_id', '=', userId).execute();
  return true;
}

/** Whether a printed code is right; using one is told, because a list may have been found by somebody. */
export async function recoveryCodeIsRight(db: Db, userId: string, code: string, now: Date): Promise<boolean> {
  if (!(await useRecoveryCode(db, userId, code, now))) return false;
  const left = await recoveryCodesLeft(db, userId);
  await notify(db, {
    userId,
    kind: 'shell.recovery-used',
    title: 'A recovery code was used',
    body: `${left} of your recovery codes are left. Not you? Make new ones now.`,
    link: '/profile?tab=security',
    sourceArea: 'shell',
    dedupeKey: `recovery:${now.getTime()}`,
  });
  return true;
}
