// Parcels as the delivery desk sends them: packed, with their challan, out of the gate, and what couriers say of them after it.
import { issueChallans } from '@aangan/areas/orders/dispatch/challan.server.ts';
import type { Courier } from '@aangan/areas/orders/dispatch/dispatch.states.ts';
import { gateOut } from '@aangan/areas/orders/dispatch/gate-out.server.ts';
import { packParcel, readyToPack } from '@aangan/areas/orders/dispatch/packing.server.ts';
import { receiveStock } from '@aangan/areas/orders/stock/stock-commands.server.ts';
import { recordEvent } from '@aangan/areas/orders/tracking/record-event.server.ts';
import type { CourierEvent } from '@aangan/areas/orders/tracking/tracking.states.ts';
import type { InWorkHandler } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { NarrowedActor } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { headOffice } from '../../../db/demo/people.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';

const HEAD_OFFICE = 1;
/** Between two things that a courier says. */
const BETWEEN_MS = 18 * 3_600_000;
const UNIT_COST = 9_000;

export interface Desk {
  run<T>(handler: InWorkHandler, input: object, at: Date, actor?: NarrowedActor): Promise<T>;
  rowsOf<T>(statement: ReturnType<typeof sql<T>>): Promise<T[]>;
}

export function deliveryDesk(database: Database): Desk {
  const desk: NarrowedActor = {
    ...actorAt(HEAD_OFFICE, headOffice.delivery.id),
    franchiseeId: null,
    centres: [],
    wholeNetwork: true,
  };
  return {
    run: async <T>(handler: InWorkHandler, input: object, at: Date, actor = desk): Promise<T> =>
      (await work(database, actor, 'dispatch', (db) =>
        carryOut(handler, { db, actor, now: at, version: 0, input }),
      )) as T,
    rowsOf: async <T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> =>
      (await work(database, desk, 'rows', (db) => statement.execute(db))).rows,
  };
}

/** What confirmed orders wait for comes in, so that there is something to pack. */
export async function bringWhatWaits({ run, rowsOf }: Desk, note: string, now: Date): Promise<void> {
  const waiting = await rowsOf(sql<{ warehouseId: string; productId: string; qty: number }>`
    select warehouse_id as "warehouseId", product_id as "productId", sum(qty_backordered)::int + 20 as qty from stock_reservation
     where qty_backordered > 0 and state = 'FIRM' group by 1, 2 order by 1, 2`);
  for (const one of waiting) await run(receiveStock, { ...one, unitCost: UNIT_COST, note }, now);
}

interface Parcel {
  readonly orderId: string;
  readonly kits: number;
  readonly at: Date;
  /** Its challan is issued. */
  readonly issued?: boolean;
  /** It left the gate. */
  readonly courier?: Courier;
  readonly awb?: string;
  readonly said?: readonly CourierEvent[];
}

/** When the courier says the n-th thing of a parcel. */
export const saidAt = (at: Date, n: number): Date => new Date(at.getTime() + (n + 1) * BETWEEN_MS);

/** Packs the first kits of an order that are there, and takes the parcel as far as it is. Null when there are too few. */
export async function sendParcel(
  { run, rowsOf }: Desk,
  { orderId, kits, at, issued = false, courier, awb, said = [] }: Parcel,
): Promise<string | null> {
  const { lines } = await run<{ lines: { lineId: string; ready: number; weight: number }[] }>(
    readyToPack,
    { orderId },
    at,
  );
  const own = lines.filter(({ ready }) => ready > 0).slice(0, kits);
  if (own.length < kits) return null;
  const { id } = await run<{ id: string }>(
    packParcel,
    {
      orderId,
      lines: own.map(({ lineId }) => ({ lineId, qty: 1 })),
      boxes: 1,
      weight: Math.max(
        1,
        own.reduce((sum, { weight }) => sum + weight, 350),
      ),
    },
    at,
  );
  if (!issued && courier === undefined) return id;
  const [challan] = await rowsOf(
    sql<{ id: string }>`select id from delivery_challan where shipment_id = ${id}`,
  );
  await run(issueChallans, { ids: [challan?.id] }, at);
  if (courier === undefined) return id;
  await run(gateOut, { courier, parcels: [{ id, awb }] }, at);
  for (const [n, event] of said.entries())
    await run(
      recordEvent,
      {
        id,
        event,
        at: saidAt(at, n).toISOString(),
        place: n === 0 ? 'Pune_Wagholi_H (Maharashtra)' : 'Mumbai_Andheri_D (Maharashtra)',
        ...(event === 'DELIVERED' ? { receivedBy: 'Front desk' } : {}),
      },
      saidAt(at, n),
    );
  return id;
}
