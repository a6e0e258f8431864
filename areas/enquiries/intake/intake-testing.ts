// The network with its lead channels, for the tests of lead intake: real endpoints over a real network card, and the stand-ins
// of the providers in front of them.

import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { inboxWorkers } from '@aangan/server/endpoint/area-registry.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import {
  type GoogleLeadsOptions,
  type GoogleLeadsSimulator,
  googleLeadsSimulator,
} from '@aangan/simulators/google-leads/google-leads-simulator.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import pino from 'pino';
import { academicsServer } from '../../academics/area.server.ts';
import { authenticate } from '../../shell/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { leadChannelContract } from './lead-channel.contract.ts';

export const META = { appSecret: 'meta-app-secret', verifyToken: 'a word we told Meta' };

export interface IntakeApp {
  readonly app: TestApp;
  /** `http://127.0.0.1:…`, without a slash at the end. */
  readonly origin: string;
  /** Meera of marketing, with a fresh one-time password. */
  readonly meera: ReturnType<TestApp['as']>;
  /** Opens a Google form's channel and gives its stand-in. */
  google(
    name: string,
    options?: Partial<GoogleLeadsOptions> & { franchiseeId?: number },
  ): Promise<GoogleForm>;
  /** Consumes everything that came in. */
  consume(database?: Database): Promise<number>;
  /** Runs a job once, as the clock would. */
  run(job: JobDeclaration, now: Date): Promise<{ ok: number; failed: number }>;
  close(): Promise<void>;
}

interface GoogleForm {
  readonly id: string;
  readonly address: string;
  readonly secret: string;
  readonly simulator: GoogleLeadsSimulator;
}

/** `graphUrl`: where Meta's answers are fetched. */
export async function intakeApp(graphUrl: () => string = () => 'http://127.0.0.1:9'): Promise<IntakeApp> {
  const config = {
    NODE_ENV: 'test',
    AANGAN_DEMO: '',
    AANGAN_ALLOW_KEYLESS: 'true',
    META_APP_SECRET: META.appSecret,
    META_VERIFY_TOKEN: META.verifyToken,
    get META_GRAPH_URL() {
      return graphUrl();
    },
  };
  const ports = { config, origin: 'http://aangan.test' };
  const app = await testApp({
    areas: [enquiriesServer, academicsServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
    app: { ports, trustProxy: true },
  });
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const meera = app.as('Meera', { steppedUp: true });
  return {
    app,
    origin,
    meera,
    google: async (name, { franchiseeId, ...options } = {}) => {
      const made = await meera.call(leadChannelContract.create, {
        provider: 'GOOGLE',
        name,
        ...(franchiseeId ? { franchiseeId } : {}),
      });
      const secret = made.secret ?? '';
      const address = `${origin}${new URL(made.address).pathname}`;
      return {
        id: made.id,
        address,
        secret,
        simulator: googleLeadsSimulator({ webhookUrl: address, key: secret, seed: name, ...options }),
      };
    },
    consume: (database = app.pool) =>
      drainInbox({
        database,
        workers: inboxWorkers(app.areas),
        ports,
        log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
      }),
    run: (job, now) =>
      job.run({
        work: (franchiseeId, run) =>
          inUnitOfWork(app.pool, systemActor(franchiseeId), { command: job.name }, run),
        now,
        data: null,
        ports: { ...ports, afterCommit: () => undefined },
      }),
    close: () => app.close(),
  };
}
