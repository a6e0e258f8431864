// Builds the HTTP server from the areas. Tests build the very same one (testkit/app.ts).
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { useAreas } from '@aangan/server/endpoint/area-registry.ts';
import {
  type Authenticator,
  mountEndpoints,
  type Runner,
  sendError,
} from '@aangan/server/endpoint/endpoint-runner.ts';
import type { AreaServer, Handler } from '@aangan/server/endpoint/handle.ts';
import { type Live, openLive } from '@aangan/server/endpoint/live.ts';
import { openApiDocument } from '@aangan/server/endpoint/openapi.ts';
import type { RawEndpoint } from '@aangan/server/endpoint/raw-endpoint.ts';
import type { Ports } from '@aangan/server/ports.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { recordHandlers } from '@aangan/server/record/record-engine.ts';
import { anonymousActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import fastifyCompress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { framedBy } from './framed-by.ts';
import { addSecurityHeaders, type CheckoutOrigins, responseHeaders } from './security-headers.ts';
import { serveWebApp } from './web-pages.ts';

export interface AppOptions {
  database: Database;
  areas: readonly AreaServer[];
  authenticate: Authenticator;
  ports: Omit<Ports, 'afterCommit'>;
  log: Logger;
  now?: () => Date;
  defaultYear: () => number;
  checkout: CheckoutOrigins;
  /** Opens the live channel. Without it `/api/live` answers 204 and tabs ask by the clock: a test that waits for a quiet network would wait for ever. */
  live?: boolean;
  /** Serves the reference page `/api/docs`: a viewer with inline scripts, for who builds against the API. */
  docs?: boolean;
  /** Built web app; absent in API tests. */
  webDir?: string;
  /** Where the pages find the API when it is not their own origin. */
  apiBase?: string | null;
  /** `ownProxy`, an address list, or everybody (tests). */
  trustProxy?: boolean | string | ((address: string, hop: number) => boolean);
  /** Raw endpoints of the platform besides the areas' (files, exports, health, metrics). */
  rawEndpoints?: readonly RawEndpoint[];
  /** Fastify plugins of the platform (tus upload). */
  plugins?: readonly ((app: FastifyInstance) => Promise<void>)[];
}

/** Handlers of every endpoint: the areas' own, and the engine's for records (an area's own one wins, ladder step 3). */
export function allHandlers(areas: readonly AreaServer[]): Handler[] {
  const records = areas.flatMap((a) => a.area.records);
  return areas.flatMap((a) => {
    const own = new Set(a.handlers.map((h) => h.endpoint.name));
    return [
      ...a.handlers,
      ...a.area.records.flatMap((r) => recordHandlers(r, records).filter((h) => !own.has(h.endpoint.name))),
    ];
  });
}

/** Every endpoint with its area, for OpenAPI, the access matrix and the walking suites. */
export const allEndpoints = (areas: readonly AreaServer[]): { area: string; endpoint: Endpoint }[] =>
  areas.flatMap((a) => allHandlers([a]).map((h) => ({ area: a.area.name, endpoint: h.endpoint })));

/** One proxy of ours in front: only the address it appended counts, never what the caller wrote before it (promise S7). */
export const ownProxy = (_address: string, hop: number): boolean => hop === 0;

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  useAreas(options.areas);
  const app = Fastify({
    genReqId: () => randomUUID(),
    // An address that cannot be read comes before every hook: the headers stand on its answer too.
    frameworkErrors: (error, _request, reply) => {
      reply.headers(responseHeaders);
      sendError(options.log, reply, asRefusal(error), 'http');
    },
    logger: false, // incidents are logged by sendError; request lines by the reverse proxy
    trustProxy: options.trustProxy ?? false,
    bodyLimit: 2 * 1024 * 1024,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
  });
  const live = options.live ? liveOf(options) : undefined;
  app.addHook('preClose', () => live?.close());
  const runner: Runner = {
    database: options.database,
    authenticate: options.authenticate,
    ports: { ...options.ports, ...(live ? { live } : {}) },
    log: options.log,
    now: options.now ?? (() => new Date()),
    defaultYear: options.defaultYear,
  };
  letGoWhenClosing(app);
  addSecurityHeaders(app);
  refuseForeignSites(app, options.log);
  // Answers only: nobody sends us a compressed request, and unpacking one would be a bomb's way in.
  await app.register(fastifyCompress, { threshold: 2048, encodings: ['gzip'], globalDecompression: false });
  app.setErrorHandler((error, _request, reply) => sendError(options.log, reply, asRefusal(error), 'http'));
  for (const plugin of options.plugins ?? []) await plugin(app);
  mountEndpoints(app, runner, allHandlers(options.areas));
  await mountRawEndpoints(app, runner, [
    ...(options.rawEndpoints ?? []),
    ...options.areas.flatMap((a) => a.extras.rawEndpoints ?? []),
  ]);
  await mountDocuments(app, options);
  await mountPages(app, options);
  return app;
}

/**
 * Answers under way when the stop begins end their connection. A proxy keeps it open otherwise, and the process waits for
 * it until it is ended by force.
 */
function letGoWhenClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', () => {
    closing = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
}

const liveOf = ({ database, log, areas }: AppOptions): Live =>
  openLive({
    url: database.sessionUrl,
    log,
    heard: (message) => {
      for (const { extras } of areas) extras.live?.(message);
    },
  });

// A form on another site can send a request, but not an Authorization header: this is the second net (promise W3),
// and the only one for the specification's GET /api/logout.
function refuseForeignSites(app: FastifyInstance, log: Logger): void {
  app.addHook('onRequest', (request, reply, done) => {
    const site = request.headers['sec-fetch-site'];
    const changing = request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS';
    const guarded = request.url.startsWith('/api/') && (changing || request.url.startsWith('/api/logout'));
    if (guarded && typeof site === 'string' && site === 'cross-site')
      sendError(log, reply, refuse('module.missing'), 'csrf');
    else done();
  });
}

// Fastify's own errors (bad JSON, too large, wrong type) in the product's words.
function asRefusal(error: unknown): unknown {
  const status = (error as { statusCode?: number }).statusCode;
  if (status === 413) return refuse('input.too-large');
  if (status === 415) return refuse('input.unsupported-type');
  if (status !== undefined && status >= 400 && status < 500) return refuse('input.malformed');
  return error;
}

async function mountRawEndpoints(
  app: FastifyInstance,
  runner: Runner,
  rawEndpoints: readonly RawEndpoint[],
): Promise<void> {
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const endpoint of rawEndpoints) {
      raw.route({
        method: endpoint.method,
        url: endpoint.path,
        ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
        handler: async (request, reply) => {
          const headers: Record<string, string | undefined> = {};
          for (const [key, value] of Object.entries(request.headers))
            headers[key] = Array.isArray(value) ? value[0] : value;
          const after: (() => void)[] = [];
          const out = await endpoint.answer({
            params: request.params as Record<string, string>,
            query: request.query as Record<string, string>,
            headers,
            body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
            ip: request.ip,
            now: runner.now(),
            ports: { ...runner.ports, afterCommit: (work) => after.push(work) },
            actor: () =>
              runner.authenticate({
                id: request.id,
                ip: request.ip,
                userAgent: (headers['user-agent'] ?? '').slice(0, 200),
                headers,
                method: request.method,
                path: request.url.split('?', 1)[0] ?? '',
              }),
            work: (actor, work) =>
              inUnitOfWork(
                runner.database,
                actor ?? anonymousActor,
                { command: `endpoint ${endpoint.path}`, requestId: request.id },
                work,
              ),
          });
          for (const work of after) setImmediate(work);
          return reply
            .code(out.status)
            .headers({ 'cache-control': 'no-store', ...out.headers })
            .send(out.body ?? '');
        },
      });
    }
  });
}

async function mountDocuments(app: FastifyInstance, options: AppOptions): Promise<void> {
  // Made when somebody asks for it: that takes longer than everything else a start does.
  let document: object | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= openApiDocument(
      allEndpoints(options.areas),
      options.areas.flatMap((a) => a.extras.rawEndpoints ?? []),
    );
    return reply.header('cache-control', 'no-cache').send(document);
  });
  if (!options.docs) return;
  const { default: reference } = await import('@scalar/fastify-api-reference');
  await app.register(async (docs) => {
    // The reference page is a third-party viewer with inline styles and scripts: its own policy, its own path only.
    docs.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
    });
    await docs.register(reference, {
      routePrefix: '/api/docs',
      configuration: {
        url: '/api/openapi.json',
        title: 'Aangan API',
        withDefaultFonts: false,
        telemetry: false,
      } as never,
    });
  });
}

async function mountPages(app: FastifyInstance, options: AppOptions): Promise<void> {
  const { webDir, checkout, apiBase = null } = options;
  const screens = options.areas.flatMap((a) => a.area.screens);
  const page = webDir ? await serveWebApp(app, { webDir, checkout, screens, apiBase }) : null;
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      request.method === 'GET' &&
      page &&
      !/^\/(api|webhooks|_sim|assets)(\/|$)/.test(request.url) &&
      !/\.\w{2,5}$/.test(request.url.split('?')[0] ?? '');
    if (!isPage) return sendError(options.log, reply, refuse('route.not-found'), 'http');
    const origins = await framedBy(options.database, request.url);
    const { html, csp } = page(request.url, origins);
    // Browsers that know no `frame-ancestors` could only be told 'nobody'.
    if (origins.length > 0) reply.removeHeader('x-frame-options');
    return reply
      .header('content-security-policy', csp)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html);
  });
}
