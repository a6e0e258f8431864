import type { Authenticator } from '@aangan/server/endpoint/endpoint-runner.ts';
import { type RequestFacts, serve } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { aboutAccess, askAccess, myRequests } from './access/ask-access.server.ts';
import { declineAccess, grantAccess, listRequests } from './access/decide-access.server.ts';
import { passOnRequests } from './access/pass-on-requests.server.ts';
import { shellArea } from './area.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  getAuthenticator,
  removeAuthenticator,
  renewCodes,
} from './authenticator/authenticator.server.ts';
import { askReset, decideReset, listResets } from './authenticator/reset.server.ts';
import { homeCards } from './home/home-cards.server.ts';
import { hearLive, liveDoor } from './live/live.server.ts';
import { acceptInvite, getInvite } from './password/invite.server.ts';
import { changePassword, forgotPassword, resetPassword } from './password/password.server.ts';
import { confirmContact, requestContact } from './profile/contact.server.ts';
import { dismissNotice, listNotices, readNotices } from './profile/notice.server.ts';
import { savePhoto } from './profile/photo.server.ts';
import { getMenu, getProfile, savePreference, updateProfile } from './profile/profile.server.ts';
import { search } from './search/search.server.ts';
import { readConfig } from './session/app-config.server.ts';
import { createAuthenticator } from './session/authenticate.server.ts';
import { requestOtp, resendOtp } from './session/code.server.ts';
import { chooseContext, enquiryAccessOf, me } from './session/context.server.ts';
import { logOut, signOut } from './session/leave.server.ts';
import {
  endOthers,
  endSession,
  forgetDevice,
  listSessions,
  renewToken,
} from './session/own-sessions.server.ts';
import { signIn, verifyOtp } from './session/sign-in.server.ts';
import { requestStepUp, verifyStepUp } from './session/step-up.server.ts';
import { sweepSessions } from './session/sweep-sessions.server.ts';
import { getPin, removePin, setPin } from './tablet/pin.server.ts';
import { enrolTablet, listTablets, removeTablet } from './tablet/shared-tablet.server.ts';
import { tabletHere, tabletSignIn } from './tablet/tablet-sign-in.server.ts';

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
    forgetDevice,
    renewToken,
    requestStepUp,
    verifyStepUp,
    forgotPassword,
    resetPassword,
    changePassword,
    getInvite,
    acceptInvite,
    getProfile,
    updateProfile,
    savePhoto,
    requestContact,
    confirmContact,
    savePreference,
    getMenu,
    listNotices,
    readNotices,
    dismissNotice,
    homeCards,
    askAccess,
    aboutAccess,
    myRequests,
    listRequests,
    grantAccess,
    declineAccess,
    search,
    getAuthenticator,
    beginAuthenticator,
    confirmAuthenticator,
    removeAuthenticator,
    renewCodes,
    listResets,
    askReset,
    decideReset,
    tabletHere,
    tabletSignIn,
    listTablets,
    enrolTablet,
    removeTablet,
    getPin,
    setPin,
    removePin,
  ],
  { jobs: [sweepSessions, passOnRequests], doors: [liveDoor], live: hearLive },
);

const authenticators = new WeakMap<Database, Authenticator>();

/** The actor behind a request on the real clock; one authenticator a database. */
export function authenticate(database: Database, facts: RequestFacts): Promise<Actor> {
  const known = authenticators.get(database) ?? createAuthenticator({ database, now: () => new Date() });
  authenticators.set(database, known);
  return known(facts);
}
