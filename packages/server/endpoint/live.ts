// What open tabs hear at once: one Postgres channel, one listening connection a process, any number of streams on it
// (docs/decisions/0011). A message is a hint to ask again, never data, so a lost one costs time and nothing else.
import pg from 'pg';
import type { Logger } from 'pino';
import { safeError } from '../logging.ts';

export interface LiveMessage {
  /** `session:<uuid>`, `user:<uuid>` or `everyone`. */
  readonly to: string;
  /** `session-ended`, `rights-changed`, `notice`; `missed` after the channel was away. */
  readonly what: string;
}

export interface Live {
  /**
   * Hands every message for one of these addresses to `hear`, from the moment the promise resolves. Null when an
   * address has too many followers already. Gives the way to stop. `ended` is called when this process goes down.
   */
  follow(
    addresses: readonly string[],
    hear: (message: LiveMessage) => void,
    ended: () => void,
  ): Promise<(() => void) | null>;
  /** Streams that are open in this process. */
  count(): number;
  close(): Promise<void>;
}

const CHANNEL = 'aangan_live';
const MOST_PER_ADDRESS = 20;
const PROBE_MS = 30_000;
const AGAIN_MS = { first: 500, most: 10_000 };

interface Follower {
  hear: (message: LiveMessage) => void;
  ended: () => void;
}

/**
 * Opens the channel lazily, with its first follower. `url`: address of the API's login; a pooler in transaction mode
 * cannot listen, tabs then fall back to asking once a minute. `heard`: for this process itself (caches).
 */
export function openLive(deps: { url: string; log: Logger; heard: (message: LiveMessage) => void }): Live {
  const followers = new Map<string, Set<Follower>>();
  const all = new Set<Follower>();
  const pass = (message: LiveMessage) => {
    deps.heard(message);
    const to = message.to === 'everyone' ? all : (followers.get(message.to) ?? []);
    for (const follower of [...to]) follower.hear(message);
  };
  const channel = listenOn(deps, pass, () => all.size > 0);
  return {
    follow: async (addresses, hear, ended) => {
      await channel.open();
      if (addresses.some((one) => (followers.get(one)?.size ?? 0) >= MOST_PER_ADDRESS)) return null;
      const follower = { hear, ended };
      all.add(follower);
      for (const one of addresses) {
        const here = followers.get(one) ?? new Set();
        followers.set(one, here.add(follower));
      }
      return () => {
        all.delete(follower);
        for (const one of addresses) {
          const here = followers.get(one);
          here?.delete(follower);
          if (here?.size === 0) followers.delete(one);
        }
      };
    },
    count: () => all.size,
    close: async () => {
      for (const follower of [...all]) follower.ended();
      await channel.close();
    },
  };
}

interface Channel {
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Keeps one connection listening for as long as somebody follows; comes back after a restart of the database. */
function listenOn(
  { url, log }: { url: string; log: Logger },
  pass: (message: LiveMessage) => void,
  wanted: () => boolean,
): Channel {
  let running: Promise<pg.Client> | null = null;
  let closed = false;
  let wait = AGAIN_MS.first;
  const open = (): Promise<pg.Client> => {
    running ??= connect(url, pass, lost).catch((error: unknown) => {
      running = null;
      throw error;
    });
    return running;
  };
  const lost = () => {
    running = null;
    if (closed || !wanted()) return;
    const timer = setTimeout(async () => {
      try {
        if (closed) return;
        await open();
        wait = AGAIN_MS.first;
        pass({ to: 'everyone', what: 'missed' });
      } catch (error) {
        log.warn({ err: safeError(error) }, 'live channel');
        wait = Math.min(wait * 2, AGAIN_MS.most);
        lost();
      }
    }, wait);
    timer.unref();
  };
  return {
    open: async () => {
      if (closed) throw new Error('The live channel is closed');
      await open();
    },
    close: async () => {
      closed = true;
      const client = await running?.catch(() => null);
      await client?.end().catch(() => undefined);
    },
  };
}

async function connect(
  url: string,
  pass: (message: LiveMessage) => void,
  lost: () => void,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'aangan-live',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  let probe: NodeJS.Timeout | undefined;
  client.on('error', () => undefined); // 'end' follows
  await client.connect();
  client.on('notification', ({ payload }) => {
    const message = messageIn(payload);
    if (message) pass(message);
  });
  await client.query(`listen ${CHANNEL}`);
  client.once('end', () => {
    clearInterval(probe);
    lost();
  });
  // A connection that died without a word (a firewall, a switched-off machine) is noticed by asking.
  probe = setInterval(() => {
    client.query('select 1').catch(() => void client.end().catch(() => undefined));
  }, PROBE_MS);
  probe.unref();
  return client;
}

function messageIn(payload: string | undefined): LiveMessage | null {
  try {
    const { to, what } = JSON.parse(payload ?? '') as Partial<LiveMessage>;
    return typeof to === 'string' && typeof what === 'string' ? { to, what } : null;
  } catch {
    return null;
  }
}
