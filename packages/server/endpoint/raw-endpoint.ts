import type { Ports } from '../ports.ts';
import type { Actor, NarrowedActor } from '../work/actor.ts';
import type { Db } from '../work/unit-of-work.ts';

export interface RawEndpoint {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  summary: string;
  /** Bytes; endpoints read the raw body. */
  bodyLimit?: number;
  answer(request: RawRequest): Promise<RawReply>;
}

export interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly ip: string;
  /** The moment of the call, by the server's clock. */
  readonly now: Date;
  readonly ports: Ports;
  /** Who calls, by the Authorization header and the context headers; refuses like an endpoint does. `narrowTo` cuts it. */
  actor(): Promise<Actor>;
  /** One unit of work as the given actor. */
  work<T>(actor: NarrowedActor, work: (db: Db) => Promise<T>): Promise<T>;
}

export interface RawReply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer | object;
}
