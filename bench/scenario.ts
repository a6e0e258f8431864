// One scenario = one object: what is asked of the product, and how bare Fastify + pg answers the same question.
import { type Endpoint, encodeQuery } from '@aangan/contract/endpoint.ts';
import type pg from 'pg';

export interface BenchRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** What requests are made from: ids of the measured centre. */
export interface BenchWorld {
  readonly centre: number;
  readonly year: number;
  readonly accounts: readonly string[];
  readonly today: string;
}

/** What the floor knows of a request: the same query and body, the centre and the year from the same headers. */
export interface FloorCall {
  readonly pool: pg.Pool;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly centre: number;
  readonly year: number;
}

export interface Scenario {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  /** The n-th request; what is asked rotates. */
  request(n: number, world: BenchWorld): BenchRequest;
  /** The answer as an expert would write it by hand: no row security, session, audit or access log (decision 0008). */
  floor(call: FloorCall): Promise<unknown>;
  /** A request uses up what was planted for it: not for minutes. */
  readonly usesUp?: true;
  /** Parts of the answer that differ by request (`asOf`, a new id): left out where both answers are compared. */
  readonly perRequest?: readonly string[];
  /** What it is measured on and the tables the floor writes to, as the owner; it may find them there already. */
  readonly prepare?: string | ((client: pg.Client) => Promise<void>);
}

/** No centre is chosen in the top bar: head office sees all of them. */
export const ALL_CENTRES = { 'x-franchisee-id': '0' };

/** A read's request: a read that takes its filters in a body is a POST. */
export const readRequest = (endpoint: Endpoint, input: Record<string, unknown>): BenchRequest =>
  endpoint.method === 'GET'
    ? { method: 'GET', path: `${endpoint.path}?${encodeQuery(endpoint.input, input)}` }
    : {
        method: 'POST',
        path: endpoint.path,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      };

/** One question after the other, round and round. */
export function turning(requests: readonly BenchRequest[]): () => BenchRequest {
  let n = 0;
  return () => requests[n++ % requests.length] as BenchRequest;
}
