import { refuse as platform } from '@aangan/contract/refusal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { ensureAbility } from '../franchisee/franchisee.queries.server.ts';
import { sendInvite } from './send-invite.server.ts';

/** Role PARENT of migration 0102: what it shows follows the children, not the grant's centre. */
const PARENT_ROLE = 36;

export interface FamilyPerson {
  franchiseeId: number;
  name: string;
  /** Stored forms (the e-mail in lower case); one of both is needed. */
  mobile: string | null;
  email: string | null;
  language: string;
}

export interface FamilyUser {
  userId: string;
  /** INVITED: no password yet. A link to set one is under way. */
  state: 'INVITED' | 'ACTIVE';
}

/**
 * The account that signs in with this mobile (or e-mail), with the parent's role; made and invited when there is none. A
 * number that a colleague signs in with gives that account the parent's role beside their own. An invitation that is still
 * open is sent again. Refuses a centre whose parents have no access (409) and a person without any address (422).
 */
export async function ensureFamilyUser(db: Db, person: FamilyPerson, now: Date): Promise<FamilyUser> {
  await ensureAbility(db, person.franchiseeId, 'PARENT_ACCESS', { at: now });
  // Parents share an e-mail address more often than a phone: it says who somebody is only where there is no number.
  const known =
    person.mobile === null
      ? await livingUser(db, 'email_norm', person.email)
      : await livingUser(db, 'mobile_norm', person.mobile);
  const user = known ?? (await newParent(db, person, now));
  await ensureParentRole(db, user.id, person.franchiseeId);
  const state = user.state === 'ACTIVE' ? 'ACTIVE' : 'INVITED';
  if (state === 'INVITED')
    await sendInvite(db, {
      userId: user.id,
      franchiseeId: person.franchiseeId,
      now,
      ...(known ? { anew: 'sent again' } : {}),
    });
  return { userId: user.id, state };
}

async function livingUser(db: Db, column: 'mobile_norm' | 'email_norm', value: string | null) {
  if (value === null) return undefined;
  return db
    .selectFrom('app_user')
    .select(['id', 'state'])
    .where(column, '=', value)
    .where('state', '<>', 'DISABLED')
    .forUpdate()
    .executeTakeFirst();
}

async function newParent(db: Db, person: FamilyPerson, now: Date): Promise<{ id: string; state: string }> {
  const { mobile } = person;
  const email = (await livingUser(db, 'email_norm', person.email)) ? null : person.email;
  if (mobile === null && email === null)
    throw platform('input.invalid', { fields: { mobile: 'Enter a mobile number or an e-mail address' } });
  const [first = person.name, ...rest] = person.name.trim().split(/\s+/);
  return db
    .insertInto('app_user')
    .values({
      kind: 'PARENT',
      first_name: first.slice(0, 60),
      last_name: rest.join(' ').slice(0, 60),
      mobile,
      mobile_norm: mobile,
      email,
      email_norm: email,
      locale: person.language as 'en',
      franchisee_id: person.franchiseeId,
      state: 'INVITED',
      invited_at: now.toISOString(),
    })
    .returning(['id', 'state'])
    .executeTakeFirstOrThrow();
}

async function ensureParentRole(db: Db, userId: string, franchiseeId: number): Promise<void> {
  const held = await db
    .selectFrom('user_role')
    .select('id')
    .where('user_id', '=', userId)
    .where('role_id', '=', PARENT_ROLE)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (held) return;
  await db
    .insertInto('user_role')
    .values({ user_id: userId, role_id: PARENT_ROLE, scope: 'CENTRE', franchisee_id: franchiseeId })
    .execute();
}
