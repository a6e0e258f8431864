// Delivery reports of MSG91: the endpoint stores, the worker consumes (integrations.md 5.2).
import { createHash } from 'node:crypto';
import type { InboxWorker } from '@aangan/server/background/background.ts';
import { storeInbox } from '@aangan/server/background/inbox.ts';
import { knockedTooOften, mayKeepRefused } from '@aangan/server/endpoint/rate-limit.ts';
import type { RawEndpoint } from '@aangan/server/endpoint/raw-endpoint.ts';
import { anonymousActor } from '@aangan/server/work/actor.ts';
import { isSigned } from '@aangan/server/work/seal.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { type Reported, reportMoves } from '../message/message-rank.ts';

const reports = z
  .array(
    z.object({
      requestId: z.string().max(100),
      report: z
        .array(
          z.object({
            number: z.coerce.string().max(20),
            status: z.coerce.string(),
            desc: z.string().optional(),
          }),
        )
        .max(1000),
    }),
  )
  .max(1000);

/** MSG91 signs nothing: the address carries a secret made from our own key (`sign('msg91')`). */
export const msg91Webhook: RawEndpoint = {
  method: 'POST',
  path: '/webhooks/msg91/:key',
  summary: 'Delivery reports of the SMS service.',
  bodyLimit: 512 * 1024,
  answer: async (request) => {
    const known = isSigned('msg91', request.params['key'] ?? '');
    const eventId = createHash('sha256').update(request.body).digest('hex');
    const kept = await request.work(anonymousActor, async (db) => {
      if (!known && !(await mayKeepRefused(db, 'msg91', request.ip))) return false;
      await storeInbox(db, {
        provider: 'msg91',
        eventId,
        verdict: !known ? 'BAD_KEY' : isReport(request.body) ? 'VALID' : 'MALFORMED',
        body: request.body,
        keepDays: 30,
        ...(request.headers['content-type'] ? { contentType: request.headers['content-type'] } : {}),
      });
      return true;
    });
    if (!kept) return knockedTooOften;
    return { status: known ? 200 : 401, body: {} };
  },
};

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
};
const isReport = (body: Buffer): boolean => reports.safeParse(parse(body)).success;

const STATUS: Readonly<Record<string, { reported: Reported; reason: string | null }>> = {
  '1': { reported: 'DELIVERED', reason: null },
  '2': { reported: 'FAILED', reason: 'NOT_DELIVERED' },
  '9': { reported: 'FAILED', reason: 'DND' },
  '16': { reported: 'FAILED', reason: 'REJECTED' },
  '17': { reported: 'FAILED', reason: 'BLOCKED' },
  '25': { reported: 'FAILED', reason: 'REJECTED' },
};

export const consumeMsg91Report: InboxWorker = {
  consume: async ({ row, work }) => {
    for (const { requestId, report } of reports.parse(parse(row.body))) {
      const ref = await work(null, (db) =>
        db
          .selectFrom('message_ref')
          .select(['franchisee_id', 'message_id'])
          .where('provider', '=', 'MSG91')
          .where('provider_id', '=', requestId)
          .executeTakeFirst(),
      );
      // The report may be faster than our own commit: it is consumed again later.
      if (!ref) throw new Error('a report for a message that is not known yet');
      const state = STATUS[report.at(-1)?.status ?? ''];
      if (!state) continue;
      await work(ref.franchisee_id, async (db) => {
        const message = await db
          .selectFrom('message')
          .select(['status'])
          .where('franchisee_id', '=', ref.franchisee_id)
          .where('id', '=', ref.message_id)
          .forUpdate()
          .executeTakeFirst();
        if (!message || !reportMoves(message.status, state.reported)) return;
        const column = state.reported === 'DELIVERED' ? 'delivered_at' : 'failed_at';
        await db
          .updateTable('message')
          .set({ status: state.reported, reason: state.reason, [column]: sql`now()` })
          .where('franchisee_id', '=', ref.franchisee_id)
          .where('id', '=', ref.message_id)
          .execute();
      });
    }
    return 'DONE';
  },
};
