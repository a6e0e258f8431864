import { Readable } from 'node:stream';
import { refuse } from '@aangan/contract/refusal.ts';
import type { LiveMessage } from '@aangan/server/endpoint/live.ts';
import type { RawEndpoint } from '@aangan/server/endpoint/raw-endpoint.ts';
import { forgetSessions, staleSessions } from '../session/session-cache.server.ts';

/** Proxies close a connection that is silent for a minute. */
const BEAT_MS = 25_000;
/** A network-wide change is asked for by at most this many tabs a second and process. */
const ASKS_PER_SECOND = 250;
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // nginx would collect the stream otherwise.
  'x-accel-buffering': 'no',
} as const;

/**
 * `GET /api/live`: server-sent events for one session (shell.md 5). Each is a hint to ask again: `{what, within}`, where
 * `within` spreads the asking of many tabs over so many milliseconds. 204 = no stream to be had, keep asking by the clock.
 */
export const liveEndpoint: RawEndpoint = {
  method: 'GET',
  path: '/api/live',
  summary: 'Hints for open tabs: the session ended, rights changed, a notice came (server-sent events).',
  answer: async (request) => {
    const actor = await request.actor();
    const { live } = request.ports;
    if (actor.kind !== 'user' || actor.sessionId === null) throw refuse('session.missing');
    if (!live) return { status: 204 };
    const stream = new Readable({ read() {} });
    const send = (event: object) => void stream.push(`data: ${JSON.stringify(event)}\n\n`);
    const stop = await live.follow(
      [`session:${actor.sessionId}`, `user:${actor.userId}`],
      ({ to, what }) =>
        send({ what, within: to === 'everyone' ? Math.ceil((live.count() / ASKS_PER_SECOND) * 1000) : 0 }),
      () => void stream.push(null),
    );
    if (!stop) return { status: 204 };
    const beat = setInterval(() => void stream.push(': beat\n\n'), BEAT_MS);
    beat.unref();
    stream.once('close', () => {
      clearInterval(beat);
      stop();
    });
    send({ what: 'hello', within: 0 });
    return { status: 200, headers: HEADERS, body: stream };
  },
};

/** What this process itself does with a message: its cached sessions must not outlive what another process ended. */
export function hearLive({ to, what }: LiveMessage): void {
  if (what === 'session-ended') forgetSessions({ sessionIds: [to.slice('session:'.length)] });
  if (what === 'rights-changed' || what === 'missed')
    staleSessions(to.startsWith('user:') ? to.slice('user:'.length) : null);
}
