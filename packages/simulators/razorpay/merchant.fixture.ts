import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { asJsonObject, type JsonObject } from '../json.ts';
import {
  type RazorpaySimulator,
  type RazorpaySimulatorOptions,
  startRazorpaySimulator,
} from './razorpay-simulator.ts';
import { webhookSignature } from './signatures.ts';

export const KEY_ID = 'rzp_test_AanganSim00001';
export const KEY_SECRET = 'EnLs21M47BllR3X8PSFtjtbd';
export const WEBHOOK_SECRET = 'webhook-secret-of-the-tests';

export type Received = {
  eventId: string;
  event: string;
  body: string;
  genuine: boolean;
  paymentStatus: string | undefined;
};

/** A merchant's webhook endpoint that keeps what it gets; `answer` decides the status of each delivery. */
export class Merchant {
  readonly received: Received[] = [];
  answer: (delivery: Received) => number | Promise<number> = () => 200;
  #server: Server | undefined;
  url = '';

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on(
        'end',
        () =>
          void this.#take(Buffer.concat(parts), request.headers).then((status) =>
            response.writeHead(status).end(),
          ),
      );
    });
    const server = this.#server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/webhooks/razorpay`;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => this.#server?.close(() => resolve()) ?? resolve());
  }

  names(): string[] {
    return this.received.map((delivery) => delivery.event);
  }

  async #take(body: Buffer, headers: NodeJS.Dict<string | string[]>): Promise<number> {
    const envelope = asJsonObject(JSON.parse(body.toString('utf8')));
    const payment = asJsonObject(asJsonObject(asJsonObject(envelope['payload'])['payment'])['entity']);
    const delivery: Received = {
      eventId: String(headers['x-razorpay-event-id']),
      event: String(envelope['event']),
      body: body.toString('utf8'),
      genuine: headers['x-razorpay-signature'] === webhookSignature(WEBHOOK_SECRET, body),
      paymentStatus: typeof payment['status'] === 'string' ? payment['status'] : undefined,
    };
    this.received.push(delivery);
    return this.answer(delivery);
  }
}

export type Reply = { status: number; body: JsonObject };
export type World = {
  sim: RazorpaySimulator;
  merchant: Merchant;
  api: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;
};

/** A simulator with a listening merchant; both end when `run` has ended. Webhook retries are quick. */
export async function withSimulator(
  options: Partial<RazorpaySimulatorOptions>,
  run: (world: World) => Promise<void>,
): Promise<void> {
  const merchant = new Merchant();
  await merchant.start();
  const sim = await startRazorpaySimulator({
    keyId: KEY_ID,
    keySecret: KEY_SECRET,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: merchant.url,
    seed: 'tests',
    refundAfterMs: 0,
    ...options,
    webhooks: { retryFirstMs: 10, retryFactor: 1.5, ...options.webhooks },
  });
  try {
    await run({
      sim,
      merchant,
      api: (method, path, body, headers = {}) => callApi(sim.url, { method, path, body, headers }),
    });
  } finally {
    await sim.close();
    await merchant.stop();
  }
}

type ApiCall = { method: string; path: string; body: unknown; headers: Record<string, string> };

async function callApi(url: string, call: ApiCall): Promise<Reply> {
  const reply = await fetch(`${url}${call.path}`, {
    method: call.method,
    headers: {
      authorization: `Basic ${Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64')}`,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  return { status: reply.status, body: asJsonObject(await reply.json()) };
}

export async function newOrder(world: World, fields: JsonObject = {}): Promise<string> {
  const { body } = await world.api('POST', '/v1/orders', { amount: 1_250_000, currency: 'INR', ...fields });
  return String(body['id']);
}

export function errorOf(reply: Reply): JsonObject {
  return asJsonObject(reply.body['error']);
}

/** Waits until `holds` is true; fails after five seconds. */
export async function eventually(holds: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`Not within 30 s: ${what}`);
    await sleep(5);
  }
}
