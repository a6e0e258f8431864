// A guardian's sign-in: the account is network's, the link to the child is the guardian's row.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { Refusal, refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { ensureFamilyUser, type FamilyUser } from '../../network/public.server.ts';
import { refuseStudent } from '../refusals.ts';
import { parentInviteContract } from './parent-invite.contract.ts';

interface Inviting {
  studentId: string;
  guardianId: string;
  now: Date;
}

/** Refuses whoever may not see the child, has no address, signs in already or shares the number of one who does. */
async function invite(db: Db, { studentId, guardianId, now }: Inviting): Promise<FamilyUser['state']> {
  const guardian = await lockRow(db, 'guardian', guardianId);
  await ensureMaySee(db, { franchiseeId: guardian.franchisee_id, studentId, guardianId }, todayIst(now));
  const { mobile, email, franchisee_id, family_id } = guardian;
  ensure(!guardian.deceased, () => refuseStudent('parent.restricted'));
  ensure(mobile !== null || email !== null, () => refuseStudent('parent.no-address'));
  if (guardian.user_id !== null && (await signsIn(db, guardian.user_id)))
    throw refuseStudent('parent.active');
  const other = await db
    .selectFrom('guardian')
    .select('id')
    .where('franchisee_id', '=', franchisee_id)
    .where('family_id', '=', family_id)
    .where('id', '<>', guardianId)
    .where('user_id', 'is not', null)
    .where(mobile === null ? 'email' : 'mobile', '=', mobile ?? email)
    .executeTakeFirst();
  ensure(!other, () => refuseStudent('parent.same-number'));
  const family = await db
    .selectFrom('family')
    .select('language')
    .where('franchisee_id', '=', franchisee_id)
    .where('id', '=', family_id)
    .executeTakeFirstOrThrow();
  const user = await ensureFamilyUser(
    db,
    {
      franchiseeId: franchisee_id,
      name: guardian.name,
      mobile,
      email: email?.toLowerCase() ?? null,
      language: family.language,
    },
    now,
  );
  await db
    .updateTable('guardian')
    .set({ user_id: user.userId })
    .where('franchisee_id', '=', franchisee_id)
    .where('id', '=', guardianId)
    .execute();
  return user.state;
}

async function ensureMaySee(
  db: Db,
  { franchiseeId, studentId, guardianId }: { franchiseeId: number; studentId: string; guardianId: string },
  today: Day,
): Promise<void> {
  const link = ensureFound(
    await db
      .selectFrom('student_guardian')
      .select(['portal', 'restricted', 'valid_to'])
      .where('franchisee_id', '=', franchiseeId)
      .where('student_id', '=', studentId)
      .where('guardian_id', '=', guardianId)
      .executeTakeFirst(),
  );
  const ended = link.valid_to !== null && link.valid_to < today;
  ensure(!link.restricted && !ended && link.portal !== 'NONE', () => refuseStudent('parent.restricted'));
}

const signsIn = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('app_user').select('state').where('id', '=', userId).executeTakeFirst())?.state ===
  'ACTIVE';

export const inviteParent = handle(parentInviteContract.invite, async ({ db, input, now }) => ({
  state: await invite(db, { ...input, now }),
}));

export const inviteParents = handle(parentInviteContract.inviteAll, async ({ db, input, now }) => {
  const wanted = [...new Set(input.studentIds)];
  const rows = await db
    .selectFrom('student as s')
    .leftJoin('student_guardian as sg', (join) =>
      join
        .onRef('sg.franchisee_id', '=', 's.franchisee_id')
        .onRef('sg.student_id', '=', 's.id')
        .on('sg.is_primary', '=', true),
    )
    .select(['s.id', 'sg.guardian_id'])
    .where('s.id', 'in', wanted)
    .orderBy('s.id')
    .execute();
  ensure(rows.length === wanted.length, () => refuse('row.not-found'));
  const done = { INVITED: 0, ACTIVE: 0 };
  const left: { studentId: string; reason: string }[] = [];
  // Siblings have one first guardian: told once.
  const told = new Set<string>();
  for (const { id: studentId, guardian_id: guardianId } of rows) {
    if (guardianId === null) left.push({ studentId, reason: 'No first guardian is named.' });
    else if (!told.has(guardianId)) {
      told.add(guardianId);
      try {
        done[await invite(db, { studentId, guardianId, now })] += 1;
      } catch (error) {
        if (!(error instanceof Refusal) || !error.code.startsWith('parent.')) throw error;
        if (error.code === 'parent.active') done.ACTIVE += 1;
        else left.push({ studentId, reason: error.message });
      }
    }
  }
  return { invited: done.INVITED, active: done.ACTIVE, left };
});
