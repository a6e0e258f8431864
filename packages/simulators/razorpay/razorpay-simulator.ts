import Fastify, { type FastifyInstance } from 'fastify';
import { ZodError } from 'zod';
import { Agenda, type SavedAgenda } from '../agenda.ts';
import { HttpFaults } from '../http-faults.ts';
import { asJsonObject, parseJson } from '../json.ts';
import { listenOn } from '../listen.ts';
import { Seeded } from '../seeded.ts';
import { StateFile } from '../state-file.ts';
import { ApiError, serverErrorBody } from './api-error.ts';
import { installApi } from './api-routes.ts';
import { restoreBook, type SavedBook, saveBook } from './book.ts';
import { installCheckout } from './checkout-routes.ts';
import { createControl, type RazorpayControl } from './control.ts';
import { installLinkAlarms } from './link-steps.ts';
import { installPaymentAlarms } from './payment-steps.ts';
import { installRefundAlarms } from './refund-steps.ts';
import { installSimRoutes } from './sim-routes.ts';
import type { RazorpaySettings, Simulation } from './simulation.ts';
import { installTransferAlarms } from './transfer-steps.ts';
import type { SavedWebhooks, WebhookSettings } from './webhook-event.ts';
import { WebhookSender } from './webhook-sender.ts';

export type RazorpaySimulatorOptions = {
  /** Default 0: any free port. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Where webhooks go; without it events are only kept in the book. */
  webhookUrl?: string;
  /** Default acc_AanganSim00001. */
  accountId?: string;
  /** Makes ids, references and faults repeatable. Without it they are random. Never reuse a seed against a kept database. */
  seed?: string | number;
  /** The address browsers use when it is not the one listened on (a proxy); for payment links. */
  publicUrl?: string;
  /** Keeps everything in this JSON file across restarts. */
  stateFile?: string;
  /** The simulated clock starts here (ms since 1970) instead of now. */
  startAt?: number;
  /** Sending of webhooks: see WebhookSettings. Defaults: 5 s, 16 at once, 1 s × 2 up to 1 h, 24 h. */
  webhooks?: Partial<Omit<WebhookSettings, 'url' | 'secret'>>;
} & Partial<Omit<RazorpaySettings, 'keyId' | 'keySecret' | 'accountId'>>;

export type RazorpaySimulator = {
  /** Without a slash at the end; the API's base address is `${url}/v1`. */
  url: string;
  control: RazorpayControl;
  close(): Promise<void>;
};

type SavedState = {
  version: 1;
  seed: string;
  /** How often it was started with this file. */
  runs: number;
  agenda: SavedAgenda;
  book: SavedBook;
  webhooks: SavedWebhooks;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Starts a stand-in of Razorpay: the API, checkout, webhooks, and levers to make it misbehave. No money moves. */
export async function startRazorpaySimulator(options: RazorpaySimulatorOptions): Promise<RazorpaySimulator> {
  const saved = options.stateFile === undefined ? undefined : readState(options.stateFile);
  const run = (saved?.runs ?? 0) + 1;
  const { seed } = new Seeded(saved?.seed ?? options.seed);
  // Each run draws from a seed of its own: an id given and not written down before a kill is not given again.
  const seeded = new Seeded(run === 1 ? seed : `${seed}/${run}`);
  const agenda = new Agenda(options.startAt);
  let url = '';
  // Written at once: before an answer or a webhook leaves, what it tells is on the disk.
  const changed = () => file?.save();
  const webhooks = new WebhookSender(webhookSettings(options), {
    agenda,
    seeded,
    changed,
  });
  const sim: Simulation = {
    settings: simulationSettings(options),
    book: restoreBook(saved?.book),
    agenda,
    seeded,
    webhooks,
    publicUrl: () => options.publicUrl?.replace(/\/$/, '') ?? url,
  };
  const file =
    options.stateFile === undefined
      ? undefined
      : new StateFile(options.stateFile, () => takeState(sim, { seed, runs: run }));
  const faults = new HttpFaults(seeded, serverErrorBody);
  const control = createControl(sim, { faults, changed });
  const app = createApp(sim, { faults, control, changed });
  installPaymentAlarms(sim);
  installRefundAlarms(sim);
  installLinkAlarms(sim);
  installTransferAlarms(sim);
  if (saved !== undefined) {
    agenda.restore(saved.agenda);
    webhooks.restore(saved.webhooks);
  }
  file?.save();
  url = await listenOn(app, options);
  agenda.start();
  return {
    url,
    control,
    close: async () => {
      agenda.stop();
      await webhooks.close();
      await app.close();
      file?.save();
    },
  };
}

function createApp(
  sim: Simulation,
  parts: { faults: HttpFaults; control: RazorpayControl; changed: () => void },
): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = body.toString();
    // Many calls (a full refund) have no body at all.
    const parsed = text.trim() === '' ? {} : parseJson(text);
    if (parsed === undefined) done(new ApiError('The request body is not valid JSON.'), undefined);
    else done(null, parsed);
  });
  parts.faults.install(app, [
    '/v1/orders',
    '/v1/payments',
    '/v1/refunds',
    '/v1/payment_links',
    '/v1/transfers',
    '/v1/settlements',
  ]);
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send(error.body());
    if (error instanceof ZodError) {
      return reply
        .code(request.url.startsWith('/_sim') ? 422 : 400)
        .send(new ApiError(`${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`).body());
    }
    const status = Number(asJsonObject(error)['statusCode'] ?? 500);
    if (status < 500) return reply.code(400).send(new ApiError('The request is not valid.').body());
    return reply.code(500).send(serverErrorBody(500));
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(400).send(new ApiError('The requested URL was not found on the server.').body()),
  );
  app.addHook('onSend', async (request) => {
    if (request.method !== 'GET') parts.changed();
  });
  installApi(app, sim);
  installCheckout(app, sim);
  installSimRoutes(app, parts.control);
  return app;
}

function simulationSettings(options: RazorpaySimulatorOptions): RazorpaySettings {
  return {
    keyId: options.keyId,
    keySecret: options.keySecret,
    accountId: options.accountId ?? 'acc_AanganSim00001',
    capture: options.capture ?? 'auto',
    delayMs: options.delayMs ?? 0,
    paymentTimeoutMs: options.paymentTimeoutMs ?? 10 * MINUTE_MS,
    lateAfterMs: options.lateAfterMs === undefined ? 15_000 : options.lateAfterMs,
    autoRefundAfterMs: options.autoRefundAfterMs ?? 3 * DAY_MS,
    refundAfterMs: options.refundAfterMs === undefined ? 1000 : options.refundAfterMs,
    transferAfterMs: options.transferAfterMs ?? 1000,
    uniqueReceipts: options.uniqueReceipts ?? true,
  };
}

function webhookSettings(options: RazorpaySimulatorOptions): WebhookSettings {
  return {
    timeoutMs: 5000,
    concurrency: 16,
    retryFirstMs: 1000,
    retryFactor: 2,
    retryMaxMs: 60 * MINUTE_MS,
    giveUpAfterMs: DAY_MS,
    ...options.webhooks,
    url: options.webhookUrl ?? null,
    secret: options.webhookSecret,
  };
}

function takeState(sim: Simulation, run: Pick<SavedState, 'seed' | 'runs'>): SavedState {
  return {
    version: 1,
    ...run,
    agenda: sim.agenda.save(),
    book: saveBook(sim.book),
    webhooks: sim.webhooks.save(),
  };
}

function readState(path: string): SavedState | undefined {
  const saved = StateFile.read(path);
  if (saved === undefined) return undefined;
  if (asJsonObject(saved)['version'] !== 1)
    throw new Error(`${path} is not a state file of this simulator; remove it to start anew.`);
  return saved as SavedState;
}
