import type { SearchSource } from '@aangan/server/endpoint/area-extras.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { serveSettings } from '@aangan/server/settings/serve-settings.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ordersModules as m } from '../modules.ts';
import { DELHIVERY_PROVIDER, delhiveryInbox, delhiveryWebhook } from './delhivery-webhook.server.ts';
import * as goodsReceipt from './goods-receipt.server.ts';
import { courierRules } from './orders.settings.ts';
import * as recordEvent from './record-event.server.ts';
import * as track from './track.server.ts';
import { trackLink } from './track-link.ts';

const settings = { handlers: serveSettings(courierRules) };

export const trackingServer = [track, recordEvent, goodsReceipt, settings] as const;
export const trackingInbox = { [DELHIVERY_PROVIDER]: delhiveryInbox };
export const trackingWebhooks = [delhiveryWebhook];

interface Found {
  id: string;
  orderId: string;
  kitType: string;
  shipmentNo: string;
  awb: string | null;
  centre: string;
}

const parcelsBy = (where: ReturnType<typeof sql>, limit: number) => sql<Found>`
  select p.id, p.order_id as "orderId", o.kit_type as "kitType", p.shipment_no as "shipmentNo", p.awb, f.company_name as centre
    from shipment p join kit_order o on o.franchisee_id = p.franchisee_id and o.id = p.order_id join franchisee f on f.id = p.franchisee_id
   where ${where} order by p.packed_at desc, p.id limit ${limit}`;

export const parcelSearch: SearchSource = {
  kind: 'shipment',
  title: 'Parcels',
  module: m.orderHistory,
  find: async (db, actor, words, limit) => {
    const { rows } = await parcelsBy(
      sql`${inChosenCentre(actor, 'p.franchisee_id')} and (lower(p.awb) like ${contains(words)} or lower(p.shipment_no) like ${contains(words)})`,
      limit,
    ).execute(db);
    return rows.map((row) => ({
      id: row.id,
      label: row.awb ?? row.shipmentNo,
      detail: `${row.shipmentNo} · ${row.centre}`,
      link: trackLink({ ...row, ref: row.shipmentNo }),
    }));
  },
};

export async function describeParcel(db: Db, id: string): Promise<{ label: string; link: string } | null> {
  const { rows } = await parcelsBy(sql`p.id = ${id}`, 1).execute(db);
  const [row] = rows;
  return row ? { label: row.shipmentNo, link: trackLink({ ...row, ref: row.shipmentNo }) } : null;
}
