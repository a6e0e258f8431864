import { connection } from '@aangan/web/api/connection.ts';
import { queryClient } from '@aangan/web/api/query-client.ts';
import { noticeContract } from '../../areas/shell/profile.contract.ts';
import { isStaying, onSession } from './session-state.ts';
import { askAgain } from './session-watch.ts';

/** `{what, within}` of GET /api/live: a hint to ask again, within so many milliseconds. */
interface Hint {
  what: string;
  within: number;
}

// The server beats every 25 s; a stream that is silent longer died without a word (sleep, a change of network).
const SILENT_MS = 70_000;
const LOOK_MS = 10_000;
const AGAIN_MS = { first: 1_000, most: 60_000 };
// Another process may believe an ended session for a second (promise T8).
const SURELY_MS = 1_200;

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('aangan-live') : null;
let leading = false;
let stream: AbortController | null = null;
let heardAt = 0;

/**
 * Hears at once what the poll would tell within a minute. One tab of this browser holds the stream and tells the others:
 * a browser opens few connections to one place, and many tabs would use them all up.
 */
export function hearLive(): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Hint>) => obey(data));
  onSession(follow);
  follow();
  setInterval(() => {
    if (stream && Date.now() - heardAt > SILENT_MS) stream.abort();
  }, LOOK_MS);
}

/** Begins when somebody is signed in, and ends with the session. */
function follow(): void {
  if (!isStaying()) stream?.abort();
  if (!isStaying() || leading) return;
  leading = true;
  const done = () => {
    leading = false;
  };
  if ('locks' in navigator) void navigator.locks.request('aangan-live', lead).then(done, done);
  else void lead().then(done, done);
}

async function lead(): Promise<void> {
  let wait = AGAIN_MS.first;
  let missed = false;
  while (isStaying()) {
    const began = Date.now();
    await listen(missed).catch(() => undefined);
    missed = true;
    // A stream that stood for a while was good: only a server that refuses at once is asked less often.
    wait = Date.now() - began > AGAIN_MS.most ? AGAIN_MS.first : Math.min(wait * 2, AGAIN_MS.most);
    if (isStaying()) await pause(wait / 2 + (Math.random() * wait) / 2);
  }
}

/** Until `ms` are over, the network is back, or the session is gone. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      stop();
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    const stop = onSession(() => {
      if (!isStaying()) end();
    });
  });

async function listen(missed: boolean): Promise<void> {
  const token = connection.token();
  if (!token || !navigator.onLine) return;
  const own = new AbortController();
  stream = own;
  heardAt = Date.now();
  try {
    const url = `${connection.baseUrl}/api/live`;
    const headers = new Headers({ authorization: token, accept: 'text/event-stream', 'x-background': '1' });
    await connection.prepare({ method: 'GET', url, headers, token });
    const response = await fetch(url, { headers, signal: own.signal, cache: 'no-store' });
    if (response.status === 401) tell({ what: 'session-ended', within: 0 });
    if (response.status !== 200 || !response.body) return;
    // What happened while nobody listened is asked for; at the start only what was read before the stream stood.
    tell({ what: missed ? 'missed' : 'notice', within: 0 });
    await read(response.body);
  } finally {
    stream = null;
    own.abort();
  }
}

async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heardAt = Date.now();
    const parts = (rest + value).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const hint = hintIn(part);
      if (hint) tell(hint);
    }
  }
}

function hintIn(part: string): Hint | null {
  if (!part.startsWith('data: ')) return null;
  try {
    const { what, within } = JSON.parse(part.slice('data: '.length)) as Partial<Hint>;
    return typeof what === 'string' ? { what, within: Number(within) || 0 } : null;
  } catch {
    return null;
  }
}

function tell(hint: Hint): void {
  channel?.postMessage(hint);
  obey(hint);
}

const later = (ms: number, work: () => Promise<unknown>) =>
  setTimeout(() => {
    if (isStaying()) work().catch(() => undefined);
  }, ms);

/** Nothing is believed: the tab asks the server, and what it answers counts. */
function obey({ what, within }: Hint): void {
  if (!isStaying()) return;
  if (what === 'notice' || what === 'missed')
    void queryClient.invalidateQueries({ queryKey: [noticeContract.list.name] });
  if (what === 'session-ended') {
    later(0, () => askAgain());
    later(SURELY_MS, () => askAgain());
  }
  if (what === 'rights-changed' || what === 'missed') later(Math.random() * within, () => askAgain(true));
}
