import type { Seeded } from './seeded.ts';

/** How a provider's deliveries go wrong on their way. */
export type DeliveryFaults = {
  /** Each body is sent so many times. Default 1. */
  copies?: number;
  /** All deliveries in random order, copies among each other. */
  shuffle?: boolean;
  /** How many are under way at once. Default 4. */
  atOnce?: number;
};

export type PostedWebhook = { body: string; headers: Record<string, string> };
export type DeliveryResult = { status: number | null; body: string };

const TIMEOUT_MS = 5000;

/**
 * Posts webhooks as providers do: several at once, again after a 5xx or no answer (at most 5 tries), never again after a
 * 4xx. Gives the last answer of each delivery, in the order they were sent.
 */
export async function postWebhooks(
  url: string,
  webhooks: readonly PostedWebhook[],
  seeded: Seeded,
  faults: DeliveryFaults = {},
): Promise<DeliveryResult[]> {
  const all = webhooks.flatMap((webhook) => Array.from({ length: faults.copies ?? 1 }, () => webhook));
  const order = faults.shuffle
    ? all
        .map((webhook) => ({ webhook, at: seeded.roll('shuffle') }))
        .sort((a, b) => a.at - b.at)
        .map(({ webhook }) => webhook)
    : all;
  const results: DeliveryResult[] = [];
  let next = 0;
  const slot = async () => {
    for (let at = next++; at < order.length; at = next++) {
      const webhook = order[at];
      if (webhook) results[at] = await deliver(url, webhook);
    }
  };
  await Promise.all(Array.from({ length: Math.min(faults.atOnce ?? 4, order.length) }, slot));
  return results;
}

const MOST_TRIES = 5;

async function deliver(url: string, webhook: PostedWebhook): Promise<DeliveryResult> {
  let result: DeliveryResult = { status: null, body: '' };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    result = await post(url, webhook);
    if (result.status !== null && result.status < 500) return result;
  }
  return result;
}

async function post(url: string, { body, headers }: PostedWebhook): Promise<DeliveryResult> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.status, body: await answer.text() };
  } catch {
    return { status: null, body: '' };
  }
}
