import { handleApart } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { atCommit, type Db } from '@aangan/server/work/unit-of-work.ts';
import { type CompiledUser, chooseActor, compileActor, menuOf } from '../../system/public.server.ts';
import { sessionContract } from '../session.contract.ts';
import { asSystem } from './as-system.server.ts';
import { noteSignIn } from './open-session.server.ts';
import { rotateToken } from './rotate-token.server.ts';
import { cachedSession, keepSession } from './session-cache.server.ts';
import { hashOf, tokenIn } from './session-token.server.ts';

/** The module whose holders are asked to look after enquiries (shell.md 3.6). */
const ENQUIRIES = 'enquiry';
const MIN_VERSION = '3.1.0';

/** The caller's rights, compiled anew as the system (a centre's work role cannot see a whole zone). */
export const compiledOf = async (db: Db, actor: Actor, now: Date): Promise<CompiledUser> =>
  ensureFound(await compileActor(db, userIdOf(actor), now));

/** 1 when a role in use holds the enquiry module here; forced on for an empty menu, so a half-set-up user still sees leads. It only decides whether the browser asks. */
async function enquiryAccess(db: Db, user: CompiledUser, actor: Actor): Promise<0 | 1> {
  const inUse = user.grants.some(
    (g) => actor.roleIds.includes(g.role.id) && (g.role.allModules || g.role.read.has(ENQUIRIES)),
  );
  if (inUse && holds(actor, ENQUIRIES, false)) return 1;
  const menu = await menuOf(db, user, actor);
  const items = menu.flatMap((d) => d.groups.flatMap((g) => g.items));
  return items.length === 0 || items.some((item) => item.modules.includes(ENQUIRIES)) ? 1 : 0;
}

export const me = handleApart(sessionContract.me, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const user = await compiledOf(db, call.actor, call.now);
    const { actor } = call;
    const session = await db
      .selectFrom('session')
      .select([
        'active_role_id',
        'franchisee_id',
        'academic_year_id',
        'idle_seconds',
        'proof_thumbprint',
        'tablet_id',
      ])
      .where('id', '=', actor.sessionId)
      .executeTakeFirstOrThrow();
    const stored = await db
      .selectFrom('app_user')
      .select('draft_key')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow();
    const roles = new Map(user.grants.map((g) => [g.role.id, g.role]));
    // Who looks with this person's eyes gets neither their key nor their choice: the session is the viewer's own.
    const viewed = actor.viewedBy !== undefined;
    return {
      id: user.userId,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email || null,
      franchisee: {
        id: user.homeFranchiseeId,
        companyName: user.rights.centres.get(user.homeFranchiseeId)?.companyName ?? '',
      },
      superAdmin: user.superAdmin,
      modulesAuth: [...actor.codes].sort(),
      roles: [...roles.values()]
        .sort((a, b) => a.position - b.position)
        .map((r) => ({
          id: r.id,
          role: r.role,
          description: r.description,
          systemEndPoints: [...r.endPoints],
        })),
      activeRoleID: viewed ? 0 : (session.active_role_id ?? 0),
      ...(user.family.children[0]
        ? { student: { studentAdmissionID: user.family.children[0].studentAdmissionId } }
        : {}),
      children: user.family.children.map((child) => ({
        studentAdmissionID: child.studentAdmissionId,
        label: child.label,
      })),
      singleCentre: !actor.wholeNetwork && actor.centres.length === 1,
      context: viewed
        ? { franchiseeID: null, academicYearID: null }
        : { franchiseeID: session.franchisee_id, academicYearID: session.academic_year_id },
      draftKey: viewed ? '' : stored.draft_key.toString('base64'),
      serverTime: call.now.toISOString(),
      idleSeconds: session.idle_seconds,
      minVersion: MIN_VERSION,
      bound: session.proof_thumbprint !== null,
      tablet: session.tablet_id !== null,
    };
  }),
);

export const chooseContext = handleApart(sessionContract.chooseContext, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const { actor, input } = call;
    const sessionId = ensureFound(actor.sessionId);
    const old = ensureFound(tokenIn(call.request.headers.authorization));
    const kept = cachedSession(hashOf(old));
    // The rights this very request was let in by: looked up less than a second ago (promise T8).
    const user = kept?.user ?? (await compiledOf(db, actor, call.now));
    const session = await db
      .selectFrom('session')
      .select(['active_role_id', 'franchisee_id', 'academic_year_id'])
      .where('id', '=', sessionId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const roleId = input.roleID === undefined ? session.active_role_id : input.roleID || null;
    // A year-only or role-only change leaves a stored centre that was lost since then behind.
    const franchiseeId = input.franchiseeID === undefined ? actor.franchiseeId : input.franchiseeID || null;
    const academicYearId =
      input.academicYearID === undefined ? session.academic_year_id : input.academicYearID;
    const chosen = chooseActor(user, {
      roleId,
      franchiseeId,
      academicYearId,
      sessionId,
      steppedUpAt: actor.steppedUpAt,
    });
    // What nobody waits for goes with the commit: a change of role takes three round trips instead of six.
    const choice = db
      .updateTable('session')
      .set({ active_role_id: roleId, franchisee_id: franchiseeId, academic_year_id: academicYearId })
      .where('id', '=', sessionId);
    atCommit(db, choice.compile());
    const switched =
      roleId !== session.active_role_id
        ? 'ROLE_SWITCH'
        : franchiseeId !== session.franchisee_id
          ? 'CENTRE_SWITCH'
          : null;
    if (switched) await noteSignIn(db, { kind: switched, userId: user.userId, sessionId }, call.request);
    const token = switched ? await rotateToken(db, sessionId, call.now) : old;
    // What the page asks next comes with the new token: nothing has to be looked up anew for it.
    if (switched && kept) keepSession(hashOf(token), { ...kept, roleId });
    return { token, hasEnquiryAccess: await enquiryAccess(db, user, chosen) };
  }),
);

export const enquiryAccessOf = handleApart(sessionContract.enquiryAccess, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const user = await compiledOf(db, call.actor, call.now);
    const { franchiseeID } = call.input;
    const { actor } = call;
    const onlyRole = actor.roleIds.length === 1 ? (actor.roleIds[0] ?? null) : null;
    const here =
      franchiseeID === undefined
        ? actor
        : chooseActor(user, {
            roleId: onlyRole,
            franchiseeId: franchiseeID,
            academicYearId: actor.academicYearId,
            sessionId: actor.sessionId,
            steppedUpAt: actor.steppedUpAt,
          });
    return { hasEnquiryAccess: await enquiryAccess(db, user, here) };
  }),
);
