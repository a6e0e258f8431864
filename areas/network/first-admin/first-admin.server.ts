// The first super admin: nobody can invite them, so the operator of the server does (issue "In production" 1). Works
// without mail: the link is printed, and opens the same page as every invitation. So does the way back for one who is locked out.
import { issueLink, revokeLinks } from '@aangan/server/work/links.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { notify, takeAuthenticatorAway } from '../../shell/public.server.ts';
import { closeAccount } from '../user/account-security.server.ts';

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
      'There is a super admin already. Further people are invited in the portal, under Users. A super admin who cannot sign in any more: the same address with --recover.',
    );
  const id = waiting?.id ?? (await makeAdmin(db, person, now));
  return { token: await printedInvite(db, id, now) };
}

/**
 * For a super admin who lost the phone with the codes, or whose codes cannot be sent: password, devices, sessions and
 * authenticator end, and a new invitation is answered. Every other super admin is told. @throws NoFirstAdmin when this
 * address is no super admin's, or the account is suspended
 */
export async function recoverAdmin(
  db: Db,
  email: string,
  now: Date,
): Promise<{ token: string; name: string }> {
  const admin = await db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name'])
    .where('email_norm', '=', email)
    .where('super_admin', '=', true)
    .where('state', 'in', ['ACTIVE', 'INVITED'])
    .executeTakeFirst();
  if (!admin || !(await closeAccount(db, admin.id, now)))
    throw new NoFirstAdmin('No super admin who may sign in has this address.');
  await takeAuthenticatorAway(db, admin.id, now);
  const others = await db
    .selectFrom('app_user')
    .select('id')
    .where('super_admin', '=', true)
    .where('state', '=', 'ACTIVE')
    .execute();
  const name = `${admin.first_name} ${admin.last_name}`.trim();
  for (const { id } of others)
    await notify(db, {
      userId: id,
      kind: 'network.admin-recovered',
      title: `The account of ${name} was reset on the server`,
      body: 'Whoever runs the server made a new link to sign in. Ask them if you did not expect it.',
      link: `/user/view/${admin.id}`,
      sourceArea: 'network',
      dedupeKey: `admin-recovered:${admin.id}:${now.getTime()}`,
    });
  return { token: await printedInvite(db, admin.id, now), name };
}

async function printedInvite(db: Db, id: string, now: Date): Promise<string> {
  await revokeLinks(db, { purpose: 'user.invite', subjectId: id, reason: 'replaced' });
  return issueLink(db, {
    purpose: 'user.invite',
    franchiseeId: HEAD_OFFICE,
    subject: { kind: 'user', id },
    now,
  });
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
