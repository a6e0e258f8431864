// Kits that centres ordered: on credit and confirmed, by transfer or above the limit and waiting for head office, one cancelled, one
// nobody paid for in time.
import { setCreditTerms } from '@aangan/areas/orders/kit-order/credit.server.ts';
import { placeOrder } from '@aangan/areas/orders/kit-order/place-order.server.ts';
import { quoteOrder } from '@aangan/areas/orders/kit-order/quote.server.ts';
import { settleOrder } from '@aangan/areas/orders/kit-order/settle-order.server.ts';
import { academicYearOf } from '@aangan/contract/period.ts';
import type { InWorkHandler } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { NarrowedActor } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import type { Clock } from '../../../db/demo/moment.ts';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';
import { demoUuid } from '../../../db/demo/random.ts';

const RUPEE = 100;
const LIMIT = 5_00_000 * RUPEE;
const ORDER_MAX = 25_000 * RUPEE;
const KIT = 'CURRICULUM_KIT_1';
/** Kits of an order, how it is paid, and minutes ago. */
const ORDERS = [
  { kits: 8, mode: 'CREDIT', ago: 60 * 24 * 9 },
  { kits: 3, mode: 'BANK_TRANSFER', ago: 60 * 20 },
  { kits: 2, mode: 'ONLINE', ago: 60 * 26, end: { kind: 'failed', reason: 'PAYMENT_TIMEOUT' } },
  {
    kits: 1,
    mode: 'CREDIT',
    ago: 60 * 50,
    end: { kind: 'cancelled', reason: 'The child changes to the afternoon session' },
  },
  { kits: 12, mode: 'CREDIT', ago: 60 * 5 },
] as const;

export async function writeKitOrders(
  database: Database,
  franchiseeId: number,
  { today, now }: Clock,
): Promise<void> {
  const yearId = academicYearOf(today);
  const { head } = teamAt(franchiseeId);
  const centre: NarrowedActor = {
    ...actorAt(franchiseeId, head.id),
    name: `${head.firstName} ${head.lastName}`,
    academicYearId: yearId,
  };
  const office: NarrowedActor = { ...actorAt(franchiseeId, headOffice.operations.id), wholeNetwork: true };
  const run = async <T>(actor: NarrowedActor, handler: InWorkHandler, input: object, at: Date): Promise<T> =>
    (await work(database, actor, 'kit-order', (db) =>
      carryOut(handler, { db, actor, now: at, version: 0, input }),
    )) as T;
  await run(office, setCreditTerms, { limit: LIMIT, overdueDaysMax: 365, orderMax: ORDER_MAX }, now);
  for (const [n, { kits, mode, ago, ...more }] of ORDERS.entries()) {
    const at = new Date(now.getTime() - ago * 60_000);
    const { rows } = await work(database, centre, 'ready', (db) =>
      sql<{
        id: string;
      }>`select a.id from kit_allocation a join student s on s.franchisee_id = a.franchisee_id and s.id = a.student_id
          join enrolment e on e.franchisee_id = a.franchisee_id and e.id = a.enrolment_id and e.status in ('UPCOMING', 'ACTIVE')
          join kit_mapping m on m.current and m.kit_type = a.kit_type and m.academic_year_id = a.academic_year_id and m.class_id = a.class_id
         where a.franchisee_id = ${franchiseeId} and a.academic_year_id = ${yearId} and a.kit_type = ${KIT} and a.status = 'ALLOCATED'
         order by a.class_id, s.name, s.admission_no limit ${kits}`.execute(db),
    );
    if (rows.length < kits) return;
    const lines = rows.map(({ id }) => ({ allocationId: id, qty: 1 }));
    const { quote } = await run<{ quote: string }>(centre, quoteOrder, { kitType: KIT, lines }, at);
    const order = await run<{ id: string }>(
      centre,
      placeOrder,
      {
        clientOrderId: demoUuid('kit-order', franchiseeId, n),
        kitType: KIT,
        lines,
        quote,
        paymentMode: mode,
        backorder: true,
        askOffice: true,
        ...(mode === 'BANK_TRANSFER'
          ? { reference: `KIT${String(franchiseeId).padStart(4, '0')}${n}26` }
          : {}),
      },
      at,
    );
    if ('end' in more)
      await work(database, centre, 'end-order', (db) =>
        settleOrder(
          db,
          { franchiseeId, orderId: order.id },
          more.end.kind === 'cancelled' ? { ...more.end, at } : more.end,
        ),
      );
  }
}
