// The floor of a question asked of five million rows: the very statements the product asks for its answer, sent by bare pg
// without row security, session, rights or access log (docs/decisions/0008). Noted once in the product's process and asked
// again in the floor's.
import { PreparedClient } from '@aangan/server/postgres/prepared-client.ts';
import type pg from 'pg';
import type { BareQuery, Part } from './part.ts';
import { type BenchRequest, turning } from './scenario.ts';

interface Noting {
  queries: BareQuery[];
  /** Connections inside a person's unit of work: looking for the session is nobody's. */
  working: WeakSet<object>;
}

let noting: Noting | null = null;

/** Notes what this process asks of the database from now on, until `notedQueries`. */
export function noteQueries(): void {
  if (noting === null) listen();
  noting = { queries: [], working: new WeakSet() };
}

export const notedQueries = (): BareQuery[] => noting?.queries ?? [];

function listen(): void {
  const ofClients = PreparedClient.prototype;
  ofClients.query = new Proxy(ofClients.query, {
    apply: (query, client: object, given: unknown[]) => {
      note(client, given[0] as string | (BareQuery & { ahead?: true }));
      return Reflect.apply(query, client, given) as never;
    },
  });
}

function note(client: object, asked: string | (BareQuery & { ahead?: true })): void {
  if (noting === null || typeof asked === 'string') return;
  const { text, values, ahead } = asked;
  if (!ahead) {
    if (noting.working.has(client)) noting.queries.push({ text, values: [...values] });
  } else if (text.startsWith('select set_config')) {
    // Role, centres and user (packages/server/work/scope.ts).
    if (values[2]) noting.working.add(client);
    else noting.working.delete(client);
  }
}

/** Asks them one after the other on one connection, each prepared; gives all rows. */
export async function askBare(pool: pg.Pool, queries: readonly BareQuery[]): Promise<unknown[]> {
  const client = await pool.connect();
  try {
    const answers: unknown[] = [];
    for (const { text, values } of queries)
      answers.push((await client.query({ name: nameOf(text), text, values: [...values] })).rows);
    return answers;
  } finally {
    client.release();
  }
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `bare${names.size}`;
  names.set(text, name);
  return name;
}

const MOST_QUESTIONS = 40;

/**
 * The same questions for the floor, in turn: each of `next` is asked of the product twice (the first time it may fill what
 * it keeps), and what it asked the database then is handed to the floor.
 */
export async function bareQuestions(
  { app, floor }: { app: Part; floor: Part },
  headers: Readonly<Record<string, string>>,
  next: () => BenchRequest,
): Promise<() => BenchRequest> {
  const floors = new Map<string, BenchRequest>();
  while (floors.size < MOST_QUESTIONS) {
    const request = next();
    const key = `${request.path} ${request.body ?? ''}`;
    if (floors.has(key)) break; // they turn
    await answerTo(app, headers, request);
    await app.noteQueries();
    await answerTo(app, headers, request);
    const body = JSON.stringify(await app.notedQueries());
    const path = await answerTo(floor, JSON_BODY, { method: 'POST', path: '/bare', body });
    floors.set(key, { method: 'GET', path });
  }
  return turning([...floors.values()]);
}

const JSON_BODY = { 'content-type': 'application/json' };

async function answerTo(
  { url }: Part,
  headers: Readonly<Record<string, string>>,
  { path, method, headers: own, body }: BenchRequest,
): Promise<string> {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...own },
    ...(body ? { body } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
  return text;
}
