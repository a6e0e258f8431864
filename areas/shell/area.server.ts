import type { Authenticator } from '@aangan/server/endpoint/endpoint-runner.ts';
import { type RequestFacts, serve } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { passOnRequests } from './access/pass-on-requests.server.ts';
import { shellArea } from './area.ts';
import { hearLive, liveEndpoint } from './live/live.server.ts';
import { createAuthenticator } from './session/authenticate.server.ts';
import { sweepSessions } from './session/sweep-sessions.server.ts';

export const shellServer = serve(
  shellArea,
  [
    await import('./access/ask-access.server.ts'),
    await import('./access/decide-access.server.ts'),
    await import('./authenticator/authenticator.server.ts'),
    await import('./authenticator/reset.server.ts'),
    await import('./home/home-cards.server.ts'),
    await import('./home/set-up.server.ts'),
    await import('./password/invite.server.ts'),
    await import('./password/password.server.ts'),
    await import('./profile/contact.server.ts'),
    await import('./profile/notice.server.ts'),
    await import('./profile/photo.server.ts'),
    await import('./profile/profile.server.ts'),
    await import('./search/search.server.ts'),
    await import('./session/app-config.server.ts'),
    await import('./session/code.server.ts'),
    await import('./session/context.server.ts'),
    await import('./session/leave.server.ts'),
    await import('./session/own-sessions.server.ts'),
    await import('./session/sign-in.server.ts'),
    await import('./session/step-up.server.ts'),
    await import('./tablet/pin.server.ts'),
    await import('./tablet/shared-tablet.server.ts'),
    await import('./tablet/tablet-sign-in.server.ts'),
  ],
  { jobs: [sweepSessions, passOnRequests], rawEndpoints: [liveEndpoint], live: hearLive },
);

const authenticators = new WeakMap<Database, Authenticator>();

/** The actor behind a request on the real clock; one authenticator a database. */
export function authenticate(database: Database, facts: RequestFacts): Promise<Actor> {
  const known = authenticators.get(database) ?? createAuthenticator({ database, now: () => new Date() });
  authenticators.set(database, known);
  return known(facts);
}
