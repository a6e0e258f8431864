// A small server with endpoints and plugins for the tests of this package (the product's own server is apps/api/app.ts,
// which this package may not import).
import Fastify, { type FastifyInstance } from 'fastify';
import { type Authenticator, sendError } from '../endpoint/endpoint-runner.ts';
import type { RawEndpoint } from '../endpoint/raw-endpoint.ts';
import { createLogger } from '../logging.ts';
import type { Database } from '../postgres/database.ts';
import { anonymousActor } from '../work/actor.ts';
import { inUnitOfWork } from '../work/unit-of-work.ts';

/** Listens on a free port of 127.0.0.1; returns its address. */
export async function rawEndpointApp(options: {
  database: Database;
  rawEndpoints: readonly RawEndpoint[];
  authenticate?: Authenticator;
  config?: Readonly<Record<string, string>>;
  plugins?: readonly ((app: FastifyInstance) => Promise<void>)[];
}): Promise<{ url: string; close(): Promise<void> }> {
  const app = Fastify({ logger: false });
  app.setErrorHandler((error, _request, reply) =>
    sendError(createLogger({ level: 'error' }), reply, error, 'test'),
  );
  for (const plugin of options.plugins ?? []) await plugin(app);
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const endpoint of options.rawEndpoints) {
      raw.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: async (request, reply) => {
          const out = await endpoint.answer({
            params: request.params as Record<string, string>,
            query: request.query as Record<string, string>,
            headers: request.headers as Record<string, string | undefined>,
            body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
            ip: request.ip,
            now: new Date(),
            ports: {
              config: options.config ?? {},
              origin: 'http://localhost',
              afterCommit: (work) => void setImmediate(work),
            },
            actor: async () =>
              (await options.authenticate?.({
                id: request.id,
                ip: request.ip,
                userAgent: '',
                headers: request.headers as Record<string, string | undefined>,
              })) ?? anonymousActor,
            work: (actor, work) =>
              inUnitOfWork(
                options.database,
                actor ?? anonymousActor,
                { command: `endpoint ${endpoint.path}` },
                work,
              ),
          });
          return reply
            .code(out.status)
            .headers(out.headers ?? {})
            .send(out.body ?? '');
        },
      });
    }
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}
