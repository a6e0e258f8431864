// Figures for the operator: the process, requests, and how old the oldest waiting work is (alarm on age, not on count).
// `GET /metrics` answers to `Authorization: Bearer AANGAN_METRICS_TOKEN`; without such a token in the environment to nobody.
import { refuse } from '@aangan/contract/refusal.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { systemActor } from '../work/actor.ts';
import { sameText } from '../work/seal.ts';
import type { Db } from '../work/unit-of-work.ts';
import type { RawEndpoint } from './raw-endpoint.ts';

export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

const requests = new Histogram({
  name: 'aangan_request_seconds',
  help: 'Time of requests by route',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});
/** Bugs that became a 500 with an incident number. */
export const incidents = new Counter({
  name: 'aangan_incidents_total',
  help: 'Answers 500',
  registers: [metrics],
});
const outboxAge = new Gauge({
  name: 'aangan_outbox_oldest_seconds',
  help: 'Age of the oldest due outbox row',
  labelNames: ['lane'],
  registers: [metrics],
});
const outboxRows = new Gauge({
  name: 'aangan_outbox_rows',
  help: 'Outbox rows that are not done',
  labelNames: ['state'],
  registers: [metrics],
});
const inboxRows = new Gauge({
  name: 'aangan_inbox_rows',
  help: 'Inbox rows that are not consumed',
  labelNames: ['state'],
  registers: [metrics],
});
const inboxAge = new Gauge({
  name: 'aangan_inbox_oldest_seconds',
  help: 'Age of the oldest inbox row to consume',
  registers: [metrics],
});
const lateJobs = new Gauge({
  name: 'aangan_cron_late_jobs',
  help: 'Jobs whose slot passed longer ago than allowed',
  registers: [metrics],
});
const interrupted = new Gauge({
  name: 'aangan_cron_interrupted_jobs',
  help: 'Jobs whose newest run was interrupted',
  registers: [metrics],
});

/** Fastify plugin: times every request under its route, never under its address (an address may hold a token). */
export const timeRequests = async (app: FastifyInstance): Promise<void> => {
  app.addHook('onResponse', (request, reply, done) => {
    requests.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    if (reply.statusCode === 500) incidents.inc();
    done();
  });
};

export const metricsEndpoint: RawEndpoint = {
  method: 'GET',
  path: '/metrics',
  summary: 'Figures for the operator (Prometheus text).',
  answer: async (request) => {
    // No address is trusted: behind a proxy on this machine every stranger comes from it.
    const token = request.ports.config['AANGAN_METRICS_TOKEN'] ?? '';
    if (token === '' || !sameText(`Bearer ${token}`, request.headers['authorization'] ?? ''))
      throw refuse('route.not-found');
    await request.work(systemActor(), readWork);
    return {
      status: 200,
      headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
      body: await metrics.metrics(),
    };
  },
};

async function readWork(db: Db): Promise<void> {
  const outbox = await sql<{
    lane: string;
    age: number;
  }>`select lane, extract(epoch from now() - min(not_before))::int as age from outbox where state = 'QUEUED' and not_before <= now() group by lane`.execute(
    db,
  );
  const states = await sql<{
    state: string;
    n: number;
  }>`select state, count(*)::int as n from outbox where state in ('QUEUED', 'SENDING', 'UNKNOWN', 'DEAD') group by state`.execute(
    db,
  );
  const inbox = await sql<{
    state: string;
    n: number;
    age: number;
  }>`select state, count(*)::int as n, extract(epoch from now() - min(received_at))::int as age from inbox where state in ('NEW', 'EXCEPTION', 'DEAD') group by state`.execute(
    db,
  );
  const jobs = await sql<{ late: number; interrupted: number }>`select
      count(*) filter (where next_run_at < now() - make_interval(secs => max_late_s))::int as late,
      count(*) filter (where (select r.state from cron_run r where r.job = j.name order by r.planned_at desc limit 1) = 'INTERRUPTED')::int as interrupted
    from cron_job j where enabled`.execute(db);
  for (const gauge of [outboxAge, outboxRows, inboxRows]) gauge.reset();
  for (const row of outbox.rows) outboxAge.set({ lane: row.lane }, row.age);
  for (const row of states.rows) outboxRows.set({ state: row.state }, row.n);
  for (const row of inbox.rows) inboxRows.set({ state: row.state }, row.n);
  inboxAge.set(inbox.rows.find((row) => row.state === 'NEW')?.age ?? 0);
  lateJobs.set(jobs.rows[0]?.late ?? 0);
  interrupted.set(jobs.rows[0]?.interrupted ?? 0);
}
