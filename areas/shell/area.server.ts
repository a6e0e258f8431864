import type { Actor } from '@aangan/server/actor.ts';
import type { Database } from '@aangan/server/database.ts';
import type { Authenticator } from '@aangan/server/endpoint-runner.ts';
import { type RequestFacts, serve } from '@aangan/server/handle.ts';
import { shellArea } from './area.ts';
import { acceptInvite, getInvite } from './password/invite.server.ts';
import { changePassword, forgotPassword, resetPassword } from './password/password.server.ts';
import { dismissNotice, listNotices, readNotices } from './profile/notice.server.ts';
import { getMenu, getProfile, savePreference, updateProfile } from './profile/profile.server.ts';
import { readConfig } from './session/app-config.server.ts';
import { createAuthenticator } from './session/authenticate.server.ts';
import {
  chooseContext,
  endOthers,
  endSession,
  enquiryAccessOf,
  listSessions,
  logOut,
  me,
  signOut,
} from './session/context.server.ts';
import { requestOtp, resendOtp, signIn, verifyOtp } from './session/sign-in.server.ts';
import { requestStepUp, verifyStepUp } from './session/step-up.server.ts';
import { sweepSessions } from './session/sweep-sessions.server.ts';

export const shellServer = serve(
  shellArea,
  [
    readConfig,
    signIn,
    requestOtp,
    verifyOtp,
    resendOtp,
    me,
    chooseContext,
    enquiryAccessOf,
    signOut,
    logOut,
    listSessions,
    endSession,
    endOthers,
    requestStepUp,
    verifyStepUp,
    forgotPassword,
    resetPassword,
    changePassword,
    getInvite,
    acceptInvite,
    getProfile,
    updateProfile,
    savePreference,
    getMenu,
    listNotices,
    readNotices,
    dismissNotice,
  ],
  { jobs: [sweepSessions] },
);

const authenticators = new WeakMap<Database, Authenticator>();

/** The actor behind a request on the real clock; one authenticator a database. */
export function authenticate(database: Database, facts: RequestFacts): Promise<Actor> {
  const known = authenticators.get(database) ?? createAuthenticator({ database, now: () => new Date() });
  authenticators.set(database, known);
  return known(facts);
}
