import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { asJsonObject, asText, type JsonObject } from '../json.ts';
import { ApiError } from './api-error.ts';
import { createOrder, getOrder, listOrders, patchOrder, paymentsOfOrder } from './orders.ts';
import { cancelLink, createLink, findLink, listLinks, notifyLink, patchLink } from './payment-links.ts';
import { capture, getCard, getPayment, listPayments, patchPayment } from './payments.ts';
import {
  checkRefundKey,
  createRefund,
  findRefund,
  listRefunds,
  patchRefund,
  refundsOfPayment,
} from './refunds.ts';
import { getSettlement, listSettlements, reconCombined } from './settlements.ts';
import type { Simulation } from './simulation.ts';
import {
  createReversal,
  findTransfer,
  listTransfers,
  patchTransfer,
  transferBalance,
  transferPayment,
  transfersOfPayment,
} from './transfers.ts';

type Call = {
  id: string;
  part: string;
  body: unknown;
  query: JsonObject;
  header: (name: string) => string | undefined;
};
type Answer = (call: Call) => unknown;

/** The routes under /v1, behind Basic authentication. */
export function installApi(app: FastifyInstance, sim: Simulation): void {
  const on = (method: 'GET' | 'POST' | 'PATCH', url: string, answer: Answer): void => {
    app.route({
      method,
      url: `/v1${url}`,
      preHandler: async (request) => authenticate(sim, request),
      handler: async (request) => {
        await sleep(sim.settings.delayMs);
        return answer(callOf(request));
      },
    });
  };
  installOrderRoutes(on, sim);
  installRefundRoute(app, sim);
  installMoneyOutRoutes(on, sim);
  installLinkRoutes(on, sim);
}

type On = (method: 'GET' | 'POST' | 'PATCH', url: string, answer: Answer) => void;

function installOrderRoutes(on: On, sim: Simulation): void {
  on('POST', '/orders', ({ body }) => createOrder(sim, body));
  on('GET', '/orders', ({ query }) => listOrders(sim, query));
  on('GET', '/orders/:id', ({ id, query }) => getOrder(sim, id, query));
  on('PATCH', '/orders/:id', ({ id, body }) => patchOrder(sim, id, body));
  on('GET', '/orders/:id/payments', ({ id }) => paymentsOfOrder(sim, id));
  on('GET', '/payments', ({ query }) => listPayments(sim, query));
  on('GET', '/payments/downtimes', () => ({ entity: 'collection', count: 0, items: [] }));
  on('GET', '/payments/:id', ({ id, query }) => getPayment(sim, id, query));
  on('PATCH', '/payments/:id', ({ id, body }) => patchPayment(sim, id, body));
  on('GET', '/payments/:id/card', ({ id }) => getCard(sim, id));
  on('POST', '/payments/:id/capture', ({ id, body }) => capture(sim, id, body));
  on('GET', '/payments/:id/refunds', ({ id, query }) => refundsOfPayment(sim, id, query));
  on('GET', '/refunds', ({ query }) => listRefunds(sim, query));
  on('GET', '/refunds/:id', ({ id }) => findRefund(sim, id).wire);
  on('PATCH', '/refunds/:id', ({ id, body }) => patchRefund(sim, id, body));
}

/** A second request with the key of one that is still being worked on is refused: 409. */
function installRefundRoute(app: FastifyInstance, sim: Simulation): void {
  const underWay = new Set<string>();
  app.route({
    method: 'POST',
    url: '/v1/payments/:id/refund',
    preHandler: async (request) => authenticate(sim, request),
    handler: async (request) => {
      const { id, body, header } = callOf(request);
      const key = header('x-refund-idempotency');
      if (key !== undefined) checkRefundKey(key);
      if (key !== undefined && underWay.has(key)) {
        throw new ApiError(
          'Request failed because another request is in progress with the same idempotency key',
          { status: 409 },
        );
      }
      if (key !== undefined) underWay.add(key);
      try {
        await sleep(sim.settings.delayMs);
        return createRefund(sim, id, { body, key });
      } finally {
        if (key !== undefined) underWay.delete(key);
      }
    },
  });
}

function installMoneyOutRoutes(on: On, sim: Simulation): void {
  on('POST', '/payments/:id/transfers', ({ id, body }) => transferPayment(sim, id, body));
  on('GET', '/payments/:id/transfers', ({ id }) => transfersOfPayment(sim, id));
  on('POST', '/transfers', ({ body, header }) =>
    transferBalance(sim, { body, key: header('x-transfer-idempotency') }),
  );
  on('GET', '/transfers', ({ query }) => listTransfers(sim, query));
  on('GET', '/transfers/:id', ({ id }) => findTransfer(sim, id).wire);
  on('PATCH', '/transfers/:id', ({ id, body }) => patchTransfer(sim, id, body));
  on('POST', '/transfers/:id/reversals', ({ id, body }) => createReversal(sim, id, body));
  on('GET', '/settlements', ({ query }) => listSettlements(sim, query));
  on('GET', '/settlements/recon/combined', ({ query }) => reconCombined(sim, query));
  on('GET', '/settlements/:id', ({ id }) => getSettlement(sim, id));
}

function installLinkRoutes(on: On, sim: Simulation): void {
  on('POST', '/payment_links', ({ body }) => createLink(sim, body));
  on('GET', '/payment_links', ({ query }) => listLinks(sim, query));
  on('GET', '/payment_links/:id', ({ id }) => findLink(sim, id).wire);
  on('PATCH', '/payment_links/:id', ({ id, body }) => patchLink(sim, id, body));
  on('POST', '/payment_links/:id/cancel', ({ id }) => cancelLink(sim, id));
  on('POST', '/payment_links/:id/notify_by/:part', ({ id, part }) => notifyLink(sim, id, part));
}

function callOf(request: FastifyRequest): Call {
  const params = asJsonObject(request.params);
  return {
    id: asText(params['id']) ?? '',
    part: asText(params['part']) ?? '',
    body: request.body,
    query: { ...asJsonObject(request.query) },
    header: (name) => asText(request.headers[name]),
  };
}

/** Only `Basic` in exactly this spelling is known. */
function authenticate(sim: Simulation, request: FastifyRequest): void {
  const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
  const refused = (description: string): ApiError =>
    new ApiError(description, { status: 401, reason: 'authentication_failed' });
  if (scheme !== 'Basic') throw refused('Authentication failed');
  const [keyId = '', secret = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':');
  if (keyId !== sim.settings.keyId) throw refused('The api key provided is invalid');
  if (secret !== sim.settings.keySecret) throw refused('Authentication failed');
}
