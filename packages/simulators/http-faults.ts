import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isJsonObject, type JsonObject, parseJson } from './json.ts';
import type { Seeded } from './seeded.ts';

/**
 * One way in which the service misbehaves.
 * - `timeout` never answers · `reset` cuts the connection · `status` answers with `status` (500)
 * - `bad-json`, `html`, `slow` (a byte a second), `endless` answer 200 with such a body
 * - `edit` changes top-level fields of the true reply to those of `set`
 */
export type HttpFault = {
  kind: 'timeout' | 'reset' | 'status' | 'bad-json' | 'html' | 'slow' | 'endless' | 'edit';
  /** `before`: the request has no effect. `after`: it has, but its reply is spoilt. Default `before`; `edit` is always `after`. */
  phase?: 'before' | 'after';
  status?: number;
  set?: JsonObject;
  method?: string;
  /** Start of the path; `:id` stands for one segment: `/v1/payments/:id/refund`. Default: every path. */
  path?: string;
  /** In how many of 100 matching requests; default 100. */
  percent?: number;
  /** How many times it happens before it ends by itself; default for ever. */
  times?: number;
};

export type InstalledFault = HttpFault & { id: number; happened: number };

type Chosen = { fault: InstalledFault; phase: 'before' | 'after' };

/** The faults of one simulated HTTP service; several may be active, the first that matches a request happens. */
export class HttpFaults {
  readonly #seeded: Seeded;
  readonly #errorBody: (status: number) => JsonObject;
  readonly #chosen = new WeakMap<FastifyRequest, Chosen>();
  readonly #closing = new AbortController();
  #faults: InstalledFault[] = [];
  #lastId = 0;

  constructor(seeded: Seeded, errorBody: (status: number) => JsonObject) {
    this.#seeded = seeded;
    this.#errorBody = errorBody;
  }

  add(fault: HttpFault): number {
    this.#lastId += 1;
    this.#faults.push({ ...fault, id: this.#lastId, happened: 0 });
    return this.#lastId;
  }

  remove(id: number): void {
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
  }

  clear(): void {
    this.#faults = [];
  }

  list(): InstalledFault[] {
    return this.#faults.map((fault) => ({ ...fault }));
  }

  /** Puts the faults in front of the routes whose path starts with one of `prefixes`. */
  install(app: FastifyInstance, prefixes: readonly string[]): void {
    app.addHook('onRequest', async (request, reply) => {
      if (!prefixes.some((prefix) => request.url.startsWith(prefix))) return;
      const chosen = this.#choose(request);
      if (chosen === undefined) return;
      if (chosen.phase === 'after') this.#chosen.set(request, chosen);
      else await this.#spoilBefore(chosen.fault, reply);
    });
    app.addHook('onSend', async (request, reply, payload) => {
      const chosen = this.#chosen.get(request);
      return chosen === undefined ? payload : this.#spoilAfter(chosen.fault, reply, payload);
    });
    app.addHook('preClose', async () => this.#closing.abort());
  }

  #choose(request: FastifyRequest): Chosen | undefined {
    const path = request.url.split('?')[0] ?? '';
    for (const fault of this.#faults) {
      if (fault.times !== undefined && fault.happened >= fault.times) continue;
      if (fault.method !== undefined && fault.method.toUpperCase() !== request.method) continue;
      if (fault.path !== undefined && !pathPattern(fault.path).test(path)) continue;
      if (!this.#seeded.chance('http-fault', fault.percent ?? 100)) continue;
      fault.happened += 1;
      return { fault, phase: fault.kind === 'edit' ? 'after' : (fault.phase ?? 'before') };
    }
    return undefined;
  }

  async #spoilBefore(fault: HttpFault, reply: FastifyReply): Promise<void> {
    if (fault.kind === 'reset') {
      reply.hijack();
      reply.raw.destroy();
      return;
    }
    if (fault.kind === 'timeout') {
      // The connection stays open without a byte until the caller or the simulator ends it.
      reply.hijack();
      return;
    }
    await reply.send(this.#spoiltBody(fault, reply));
  }

  async #spoilAfter(fault: HttpFault, reply: FastifyReply, payload: unknown): Promise<unknown> {
    if (fault.kind === 'reset') {
      reply.raw.destroy();
      return payload;
    }
    if (fault.kind === 'timeout') {
      await new Promise<void>((resolve) => {
        this.#closing.signal.addEventListener('abort', () => resolve());
        reply.raw.on('close', () => resolve());
      });
      return payload;
    }
    if (fault.kind === 'edit') return editedPayload(payload, fault.set ?? {});
    return this.#spoiltBody(fault, reply);
  }

  #spoiltBody(fault: HttpFault, reply: FastifyReply): string | Readable {
    reply.removeHeader('content-length');
    reply.code(200).header('content-type', 'application/json; charset=utf-8');
    if (fault.kind === 'bad-json') return '{"id":"order_';
    if (fault.kind === 'html') {
      reply.header('content-type', 'text/html; charset=utf-8');
      return '<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>';
    }
    if (fault.kind === 'slow') return Readable.from(slowBytes(this.#closing.signal));
    if (fault.kind === 'endless') return Readable.from(endlessBytes());
    const status = fault.status ?? 500;
    reply.code(status);
    return JSON.stringify(this.#errorBody(status));
  }
}

function pathPattern(path: string): RegExp {
  const segments = path.split(':id').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${segments.join('[^/]+')}`);
}

function editedPayload(payload: unknown, set: JsonObject): unknown {
  const reply = typeof payload === 'string' ? parseJson(payload) : undefined;
  return isJsonObject(reply) ? JSON.stringify({ ...reply, ...set }) : payload;
}

async function* slowBytes(closing: AbortSignal): AsyncGenerator<string> {
  for (const letter of '{"id":"order_00000000000000","entity":"order"}') {
    if (closing.aborted) return;
    await sleep(1000, undefined, { signal: closing }).catch(() => undefined);
    yield letter;
  }
}

async function* endlessBytes(): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(65_536, ' ');
  for (;;) yield piece;
}
