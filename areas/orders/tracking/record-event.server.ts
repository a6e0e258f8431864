import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { sign } from '@aangan/server/work/seal.ts';
import { atHeadOffice } from '../head-office.server.ts';
import { consumeEvent } from './consume-event.server.ts';
import { DELHIVERY_HEADER, DELHIVERY_PATH, DELHIVERY_PROVIDER } from './delhivery-webhook.server.ts';
import { trackingContract as contract } from './tracking.contract.ts';
import { refuseTracking } from './tracking.refusals.ts';
import { eventLabels } from './tracking.states.ts';

export const recordEvent = handle(contract.record, ({ db, actor, input, now }) =>
  atHeadOffice(db, actor, async () => {
    const parcel = ensureFound(
      await db.selectFrom('shipment').selectAll().where('id', '=', input.id).executeTakeFirst(),
    );
    const left = parcel.gate_out_at;
    if (left === null) throw refuseTracking('parcel.not-left', { details: { parcel: parcel.shipment_no } });
    const at = new Date(input.at);
    // A dialog knows minutes only: the minute of the gate counts as after it.
    ensure(at <= now && at.getTime() > new Date(left).getTime() - 60_000, () =>
      refuseTracking('parcel.future'),
    );
    return consumeEvent(
      db,
      { franchiseeId: parcel.franchisee_id, shipmentId: parcel.id },
      {
        courier: 'HAND',
        raw: eventLabels[input.event],
        code: input.event,
        event: input.event,
        at,
        place: input.place ?? null,
        note: input.note ?? null,
        receivedBy: input.receivedBy ?? null,
      },
    );
  }),
);

export const courierWebhook = handle(contract.webhook, ({ db, actor, ports }) =>
  atHeadOffice(db, actor, async () => ({
    url: `${ports.origin}${DELHIVERY_PATH}`,
    header: DELHIVERY_HEADER,
    token: sign(DELHIVERY_PROVIDER),
  })),
);
