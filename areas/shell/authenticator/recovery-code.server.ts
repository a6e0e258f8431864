import { randomInt } from 'node:crypto';
import { blindIndex } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';

const CODES = 10;
const SIGNS = 10;
// Without I, L, O, U, 0 and 1: read from paper they are one another.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

const newCode = (): string =>
  Array.from({ length: SIGNS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** 49 random bits are few against somebody who has the table: the key of the hash is not in the database. */
const hashOf = (userId: string, code: string): Buffer =>
  blindIndex(`recovery|${userId}|${code.toUpperCase().replace(/[^A-Z2-9]/g, '')}`);

/** Ten new codes, `ABCDE-FGHJK`; the old ones are worth nothing any more. Only hashes are kept. */
export async function renewRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await dropRecoveryCodes(db, userId);
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code) })))
    .execute();
  return codes.map((code) => `${code.slice(0, SIGNS / 2)}-${code.slice(SIGNS / 2)}`);
}

export const dropRecoveryCodes = (db: Db, userId: string) =>
  db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();

/** Uses one code up; false when it is not one of the user's, or was used. */
export async function useRecoveryCode(db: Db, userId: string, code: string, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('recovery_code')
    .set({ used_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}
