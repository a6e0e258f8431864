// POST /webhooks/courier/delhivery: every scan of a parcel (integrations.md 8.1). It carries the header we gave; stored first,
// answered, then consumed. Times are naive and Indian.
import { createHash } from 'node:crypto';
import type { InboxWorker } from '@aangan/server/background/background.ts';
import { storeInbox } from '@aangan/server/background/inbox.ts';
import { knockedTooOften, mayKeepRefused } from '@aangan/server/endpoint/rate-limit.ts';
import type { RawEndpoint } from '@aangan/server/endpoint/raw-endpoint.ts';
import { anonymousActor } from '@aangan/server/work/actor.ts';
import { isSigned } from '@aangan/server/work/seal.ts';
import * as z from 'zod';
import { consumeEvent } from './consume-event.server.ts';
import type { CourierEvent } from './tracking.states.ts';

export const DELHIVERY_PROVIDER = 'courier.delhivery';
export const DELHIVERY_PATH = '/webhooks/courier/delhivery';
export const DELHIVERY_HEADER = 'x-aangan-token';

export const delhiveryWebhook: RawEndpoint = {
  method: 'POST',
  path: DELHIVERY_PATH,
  summary: 'Delhivery tells what became of a parcel.',
  bodyLimit: 64 * 1024,
  async answer({ body, headers, ip, work }) {
    const known = isSigned(DELHIVERY_PROVIDER, headers[DELHIVERY_HEADER] ?? '');
    const kept = await work(anonymousActor, async (db) => {
      if (!known && !(await mayKeepRefused(db, DELHIVERY_PROVIDER, ip))) return false;
      await storeInbox(db, {
        provider: DELHIVERY_PROVIDER,
        // It names no event: the same words are the same event.
        eventId: createHash('sha256').update(body).digest('hex'),
        verdict: !known ? 'BAD_KEY' : push.safeParse(parse(body)).success ? 'VALID' : 'MALFORMED',
        body,
        contentType: 'application/json',
        keepDays: 30,
      });
      return true;
    });
    if (!kept) return knockedTooOften;
    return { status: known ? 200 : 401, body: {} };
  },
};

const line = (max: number) =>
  z
    .string()
    .transform((text) => text.trim().slice(0, max) || null)
    .nullish();

const push = z.object({
  Shipment: z.object({
    AWB: z.string().min(1).max(40),
    NSLCode: line(40),
    Status: z.object({
      Status: z.string().min(1).max(120),
      StatusType: line(10),
      StatusDateTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?$/),
      StatusLocation: line(120),
      Instructions: line(300),
      RecievedBy: line(120),
    }),
  }),
});
type Push = z.output<typeof push>['Shipment'];

const PICKED_UP = new Set(['X-PPOM']);
const TRIED = /^(EOD-(3|6|11|15|16|74|86|104)|ST-108)$/;

/** integrations.md 8.5; a status nobody knows is said to be on its way. */
export function eventOf({ NSLCode, Status }: Push): CourierEvent {
  const status = Status.Status.trim().toLowerCase();
  const code = NSLCode ?? '';
  if (Status.StatusType === 'DL' && status === 'rto') return 'RTO_DELIVERED';
  if (Status.StatusType === 'RT' || status === 'rto') return 'RTO_INITIATED';
  if (status === 'delivered' || Status.StatusType === 'DL') return 'DELIVERED';
  if (status === 'lost') return 'LOST';
  if (TRIED.test(code)) return 'ATTEMPT_FAILED';
  if (status === 'dispatched') return 'OUT_FOR_DELIVERY';
  if (PICKED_UP.has(code)) return 'PICKED_UP';
  if (status === 'manifested' || status === 'not picked' || status === 'scheduled') return 'MANIFESTED';
  return 'IN_TRANSIT';
}

export const delhiveryInbox: InboxWorker = {
  subject: (body) => push.safeParse(parse(body)).data?.Shipment.AWB,
  async consume({ row, work, finish }) {
    const parsed = push.safeParse(parse(row.body));
    if (!parsed.success) return 'IGNORED';
    const said = parsed.data.Shipment;
    const found = await work(null, (db) =>
      db
        .selectFrom('provider_reference')
        .select(['franchisee_id', 'subject_id'])
        .where('provider', '=', DELHIVERY_PROVIDER)
        .where('kind', '=', 'AWB')
        .where('ref', '=', said.AWB)
        .executeTakeFirst(),
    );
    // The scan may be faster than the gate: it is consumed again later.
    if (!found) throw new Error('a scan of a waybill that is not known yet');
    const { Status } = said;
    await work(found.franchisee_id, async (db) => {
      await consumeEvent(
        db,
        { franchiseeId: found.franchisee_id, shipmentId: found.subject_id },
        {
          courier: 'DELHIVERY',
          raw: Status.Status,
          code: said.NSLCode ?? '',
          event: eventOf(said),
          at: new Date(`${Status.StatusDateTime}+05:30`),
          place: Status.StatusLocation ?? null,
          note: Status.Instructions ?? null,
          receivedBy: Status.RecievedBy ?? null,
        },
      );
      await finish(db);
    });
    return 'DONE';
  },
};

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
