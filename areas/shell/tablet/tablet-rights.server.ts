import type { Actor } from '@aangan/server/work/actor.ts';
import { type CompiledUser, chooseActor, covers } from '../../system/public.server.ts';
import { lifeOf, sessionLife } from '../session/open-session.server.ts';

/** What a tablet that is passed around opens (shell.md 11.5): attendance, diary, escort scan. */
const TABLET_MODULES: ReadonlySet<string> = new Set([
  'Attendance',
  'GeneralDiary',
  'SubjectDiary',
  'ESCORT_DIGITAL_ID',
]);

/**
 * What everybody may do once signed in, as far as six digits open it: the frame, the own home and the pickers of the
 * classroom. Nothing of the account itself.
 */
const TABLET_OPERATIONS: ReadonlySet<string> = new Set([
  'session.me',
  'session.renew',
  'session.choose-context',
  'session.enquiry-access',
  'menu.get',
  // The frame's preferences; the contact data stays out of it there.
  'profile.get',
  'dashboard.by-role',
  'franchisee.active',
  'academic-year.of-centre',
  'home.cards',
  'notice.list',
  'notice.read',
  'preference.save',
  'access.about',
  'shell.search',
  'class.options',
  'class-group.options',
  'section.options',
  'subject.options',
]);

/** The person's rights at the tablet's centre, without everything that does not belong on a shared device. */
export const onTablet = (actor: Actor): Actor => ({
  ...actor,
  allModules: false,
  modules: new Map([...actor.modules].filter(([name]) => TABLET_MODULES.has(name))),
  ownOperations: TABLET_OPERATIONS,
  steppedUpAt: null,
});

/** Whether six digits may open this person's day: staff of the centre with something to do there, and no guarded role. */
export function mayUseTablet(user: CompiledUser, franchiseeId: number): boolean {
  if (!user.active || user.superAdmin || lifeOf(user, true) !== sessionLife.STAFF) return false;
  if (!user.grants.some((grant) => grant.role.reach !== 'FAMILY' && covers(grant.centres, franchiseeId)))
    return false;
  const choice = { roleId: null, academicYearId: null, sessionId: null, steppedUpAt: null };
  return onTablet(chooseActor(user, { ...choice, franchiseeId })).modules.size > 0;
}
