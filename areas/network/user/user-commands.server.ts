import { refuse as platform } from '@aangan/contract/refusal.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { reaches } from '@aangan/server/work/actor.ts';
import { ensureFound, ensureFresh, ensureSteppedUp, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { tellContactChanged } from '../../shell/public.server.ts';
import { ensureAbility } from '../franchisee/franchisee.queries.server.ts';
import { refuse } from '../network-refusals.ts';
import { ensureManages } from './manage-user.server.ts';
import { columnsOf, ensureFree, type Person } from './person-columns.server.ts';
import { sendInvite } from './send-invite.server.ts';
import { STAFF_ROLE } from './staff-roles.ts';
import { storeGrant } from './store-grant.server.ts';
import { userContract } from './user.contract.ts';
import { userAccountContract } from './user-account.contract.ts';

interface NewPerson {
  person: Person & { firstName: string };
  franchiseeId: number;
  now: Date;
}

async function createPerson(db: Db, { person, franchiseeId, now }: NewPerson): Promise<string> {
  await ensureFree(db, person, null);
  if (franchiseeId !== HEAD_OFFICE) await ensureAbility(db, franchiseeId, 'NEW_USER');
  const { id } = await db
    .insertInto('app_user')
    .values({
      ...columnsOf(person),
      first_name: person.firstName,
      franchisee_id: franchiseeId,
      state: 'INVITED',
      invited_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const inviteUser = handle(userContract.invite, async ({ db, actor, input, now }) => {
  const { roles, franchiseeId, ...person } = input;
  const id = await createPerson(db, { person, franchiseeId, now });
  for (const role of roles) await storeGrant({ db, granterId: userIdOf(actor), userId: id, now }, role);
  await sendInvite(db, { userId: id, franchiseeId, now });
  return { id };
});

export const createStaff = handle(userAccountContract.createStaff, async ({ db, actor, input, now }) => {
  const { kind, joinedOn, franchiseeId: asked, ...person } = input;
  const franchiseeId = asked ?? actor.franchiseeId;
  if (franchiseeId === null) throw platform('input.invalid', { fields: { franchiseeId: 'Choose a centre' } });
  // The right was looked up at the chosen centre; without one, where it is held: only those centres are the actor's here.
  if ((actor.franchiseeId ?? franchiseeId) !== franchiseeId || !reaches(actor, franchiseeId))
    throw platform('context.foreign');
  const id = await createPerson(db, { person, franchiseeId, now });
  await storeGrant(
    { db, granterId: userIdOf(actor), userId: id, now },
    { roleId: STAFF_ROLE[kind], scope: 'CENTRE', franchiseeId },
  );
  // The profile (category, papers, approval) is the staff area's; the row waits for it without attempts.
  await later(
    db,
    'network.staff-user-created',
    { userId: id, kind, joinedOn },
    { franchiseeId, lane: 'FACT', dedupeKey: id },
  );
  await sendInvite(db, { userId: id, franchiseeId, now });
  return { id };
});

export const updateUser = handle(userContract.update, async ({ db, actor, input, version, now }) => {
  await ensureManages(db, actor, input.userId, now);
  await ensureFree(db, input.changes, input.userId);
  const columns = columnsOf(input.changes);
  if (Object.keys(columns).length === 0) return { id: input.userId, version };
  const old = await db
    .selectFrom('app_user')
    .select(['email_norm', 'mobile_norm'])
    .where('id', '=', input.userId)
    .executeTakeFirstOrThrow();
  const moved = (['email_norm', 'mobile_norm'] as const).filter(
    (column) => columns[column] !== undefined && columns[column] !== old[column],
  );
  if (moved.length > 0) {
    if (input.userId === actor.userId) throw refuse('user.own-address');
    ensureSteppedUp(actor, now);
  }
  const done = await db
    .updateTable('app_user')
    .set(columns)
    .where('id', '=', input.userId)
    .where('version', '=', version)
    .executeTakeFirst();
  ensureFresh(done.numUpdatedRows);
  for (const column of moved)
    await tellContactChanged(db, {
      userId: input.userId,
      now,
      key: `${input.userId}:${version}:${column}`,
      ...(column === 'email_norm'
        ? { what: 'e-mail address', old: { email: old.email_norm } }
        : { what: 'mobile number', old: { mobile: old.mobile_norm } }),
    });
  return { id: input.userId, version: version + 1 };
});

export const transferHome = handle(userContract.transferHome, async ({ db, actor, input, version, now }) => {
  await ensureManages(db, actor, input.userId, now);
  const user = ensureFound(
    await db
      .selectFrom('app_user')
      .select('franchisee_id')
      .where('id', '=', input.userId)
      .forUpdate()
      .executeTakeFirst(),
  );
  // The new home must be a centre the caller sees; row security hides the others.
  ensureFound(
    await db.selectFrom('franchisee').select('id').where('id', '=', input.franchiseeId).executeTakeFirst(),
  );
  if (input.franchiseeId !== HEAD_OFFICE) await ensureAbility(db, input.franchiseeId, 'NEW_USER');
  const done = await db
    .updateTable('app_user')
    .set({ franchisee_id: input.franchiseeId })
    .where('id', '=', input.userId)
    .where('version', '=', version)
    .executeTakeFirst();
  ensureFresh(done.numUpdatedRows);
  if (input.keepRoles || user.franchisee_id === input.franchiseeId) return { id: input.userId, ended: 0 };
  const ended = await db
    .updateTable('user_role')
    .set({ ended_at: now.toISOString(), ended_by: actor.userId })
    .where('user_id', '=', input.userId)
    .where('franchisee_id', '=', user.franchisee_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return { id: input.userId, ended: Number(ended.numUpdatedRows) };
});

export const resendInvite = handle(userAccountContract.resendInvite, async ({ db, actor, input, now }) => {
  await ensureManages(db, actor, input.userId, now);
  const user = ensureFound(
    await db
      .selectFrom('app_user')
      .select(['state', 'franchisee_id'])
      .where('id', '=', input.userId)
      .executeTakeFirst(),
  );
  if (user.state !== 'INVITED') throw refuse('user.wrong-state');
  await sendInvite(db, { userId: input.userId, franchiseeId: user.franchisee_id, now, anew: 'sent again' });
  return { id: input.userId };
});
