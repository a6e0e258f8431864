import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuse } from '../shell-refusals.ts';

/**
 * Refuses guarded people and guarded acts from a browser without a key of its own (shell.md 3.12): their token could be
 * copied. Excepted are demo people, and installations that say so (tests).
 */
export async function ensureKey(
  db: Db,
  who: { userId: string; key: string | null; config: Readonly<Record<string, string | undefined>> },
): Promise<void> {
  if (who.key !== null || who.config['AANGAN_ALLOW_KEYLESS'] === 'true') return;
  const { code_exempt: demo } = await db
    .selectFrom('app_user')
    .select('code_exempt')
    .where('id', '=', who.userId)
    .executeTakeFirstOrThrow();
  if (!demo) throw refuse('session.key-needed');
}
