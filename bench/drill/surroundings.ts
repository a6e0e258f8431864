// What stands around two nodes: an address of the database that can be led elsewhere, a pooler where the machine has
// one, and the proxy that browsers reach.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => done(port));
    });
  });

export interface DatabaseAddress {
  readonly port: number;
  /** Cuts what is open and leads whoever comes to another server, as a moved address does. */
  leadTo(port: number): void;
  close(): void;
}

export async function databaseAddress(first: number): Promise<DatabaseAddress> {
  let target = first;
  const open = new Set<net.Socket>();
  const server = net.createServer((inside) => {
    const outside = net.connect(target, '127.0.0.1');
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      open.add(one);
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          open.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port,
    leadTo: (to) => {
      target = to;
      cut();
    },
    close: () => {
      server.close();
      cut();
    },
  };
}

/** Version of PgBouncer, null where there is none. */
export function poolerVersion(): number | null {
  const { stdout, error } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  return error ? null : Number(/PgBouncer (\d+\.\d+)/.exec(stdout)?.[1] ?? 0);
}

export interface PoolerOptions {
  folder: string;
  databasePort: number;
  password: string;
}

/** PgBouncer in transaction mode before the database's address. */
export async function startPooler({ folder, databasePort, password }: PoolerOptions): Promise<{
  port: number;
  stop(): void;
}> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const users = path.join(folder, 'users.txt');
  const lines = [
    '[databases]',
    `aangan = host=127.0.0.1 port=${databasePort} dbname=aangan user=aangan_api password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 20',
    'server_login_retry = 1',
    ...((poolerVersion() ?? 0) >= 1.21 ? ['max_prepared_statements = 1000'] : []),
  ];
  writeFileSync(path.join(folder, 'pooler.ini'), `${lines.join('\n')}\n`);
  writeFileSync(users, `"aangan_api" "${password}"\n`);
  chmodSync(folder, 0o755);
  // It refuses to run as root; 65534 is nobody.
  const person = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const child = spawn('pgbouncer', ['-q', path.join(folder, 'pooler.ini')], { stdio: 'ignore', ...person });
  await untilListens(port);
  return { port, stop: () => void child.kill('SIGKILL') };
}

async function untilListens(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const open = await new Promise<boolean>((done) => {
      const socket = net.connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false));
      socket.on('connect', () => socket.destroy());
    });
    if (open) return;
    await sleep(50);
  }
  throw new Error(`Nothing listens on port ${port}`);
}

export interface Proxy {
  readonly url: string;
  close(): void;
}

/**
 * Passes each request to the next node that is ready, and once more to another when it got no answer or the node is
 * stopping (503): a repeated command is found by its idempotency key. nginx: `proxy_next_upstream error timeout http_503
 * non_idempotent`.
 */
export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const ready = new Set<number>();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  let closed = false;
  const watch = async (port: number) => {
    while (!closed) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.status === 200) ready.add(port);
      else ready.delete(port);
      await sleep(200);
    }
  };
  for (const port of ports) void watch(port);
  let turn = 0;
  const pick = (except?: number): number | undefined => {
    const able = [...ready].filter((port) => port !== except);
    turn += 1;
    return able[turn % Math.max(1, able.length)];
  };
  const server = http.createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const first = pick();
    const ok = first !== undefined && (await pass(agent, first, { request, reply, body, mayRepeat: true }));
    if (ok || reply.headersSent) return;
    if (first !== undefined) ready.delete(first);
    const second = pick(first);
    if (second !== undefined && (await pass(agent, second, { request, reply, body, mayRepeat: false })))
      return;
    if (!reply.headersSent) reply.writeHead(502).end();
  });
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      closed = true;
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

interface Passed {
  request: http.IncomingMessage;
  reply: http.ServerResponse;
  body: Buffer;
  /** Another node may still be asked. */
  mayRepeat: boolean;
}

/** False when the node gave no answer. */
const pass = (
  agent: http.Agent,
  port: number,
  { request, reply, body, mayRepeat }: Passed,
): Promise<boolean> =>
  new Promise((done) => {
    const { method, url: at, headers } = request;
    const onward = http.request({ agent, host: '127.0.0.1', port, method, path: at, headers }, (answer) => {
      if (answer.statusCode === 503 && mayRepeat) {
        answer.resume();
        done(false);
        return;
      }
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
      answer
        .on('end', () => done(true))
        .on('error', () => {
          reply.destroy();
          done(true);
        });
    });
    onward.on('error', () => done(false));
    onward.end(body);
  });
