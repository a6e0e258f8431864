// The first super admin: nobody can invite them, so the operator of the server does (issue "In production" 1). Works
// without mail: the link is printed, and opens the same page as every invitation.
import { issueLink, revokeLinks } from '@aangan/server/work/links.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

const HEAD_OFFICE = 1;

export interface FirstAdmin {
  /** As `emailSchema` gives it. */
  email: string;
  firstName: string;
  lastName: string;
}

/** Said to the operator as it is. */
export class NoFirstAdmin extends Error {}

/**
 * Makes the first super admin and the token of the invitation (7 days, until it is accepted). Before that a repeat for the
 * same address ends the older link and gives a new one. @throws NoFirstAdmin once somebody is a super admin
 */
export async function inviteFirstAdmin(db: Db, person: FirstAdmin, now: Date): Promise<{ token: string }> {
  // Of two operators at once the second sees the first one's account.
  await sql`select pg_advisory_xact_lock(hashtextextended('first-admin', 0))`.execute(db);
  const admins = await db
    .selectFrom('app_user')
    .select(['id', 'email_norm', 'state'])
    .where('super_admin', '=', true)
    .where('state', '<>', 'DISABLED')
    .execute();
  const [waiting] = admins;
  const again = admins.length === 1 && waiting?.state === 'INVITED' && waiting.email_norm === person.email;
  if (admins.length > 0 && !again)
    throw new NoFirstAdmin(
      'There is a super admin already. Further people are invited in the portal, under Users.',
    );
  const id = waiting?.id ?? (await makeAdmin(db, person, now));
  await revokeLinks(db, { purpose: 'user.invite', subjectId: id, reason: 'replaced' });
  const token = await issueLink(db, {
    purpose: 'user.invite',
    franchiseeId: HEAD_OFFICE,
    subject: { kind: 'user', id },
    now,
  });
  return { token };
}

async function makeAdmin(db: Db, person: FirstAdmin, now: Date): Promise<string> {
  const other = await db
    .selectFrom('app_user')
    .select('id')
    .where('email_norm', '=', person.email)
    .where('state', '<>', 'DISABLED')
    .executeTakeFirst();
  if (other) throw new NoFirstAdmin('This address belongs to another user.');
  const { id } = await db
    .insertInto('app_user')
    .values({
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      email_norm: person.email,
      franchisee_id: HEAD_OFFICE,
      super_admin: true,
      invited_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
