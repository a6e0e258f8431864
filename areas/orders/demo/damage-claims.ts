// Orders that arrived, and what their centre says is missing or damaged of their parcels: claims in every state, and a replacement
// on its way; an order that was lost, and one whose parcel came back.
import { createHash } from 'node:crypto';
import { approveNote } from '@aangan/areas/finance/note/decide-note.server.ts';
import type { damageClaimContract } from '@aangan/areas/orders/damage-claim/damage-claim.contract.ts';
import { decideClaim, takeClaim } from '@aangan/areas/orders/damage-claim/decide-claim.server.ts';
import { reOrderFree } from '@aangan/areas/orders/damage-claim/re-order.server.ts';
import { submitClaim } from '@aangan/areas/orders/damage-claim/submit-claim.server.ts';
import { placeOrder } from '@aangan/areas/orders/kit-order/place-order.server.ts';
import { quoteOrder } from '@aangan/areas/orders/kit-order/quote.server.ts';
import type { CourierEvent } from '@aangan/areas/orders/tracking/tracking.states.ts';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { academicYearOf } from '@aangan/contract/period.ts';
import type { InWorkHandler } from '@aangan/server/endpoint/handle.ts';
import { openFileStore } from '@aangan/server/files/file-store.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { NarrowedActor } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { drawnPicture } from '../../../db/demo/drawn-picture.ts';
import type { Clock } from '../../../db/demo/moment.ts';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { bringWhatWaits, deliveryDesk, saidAt, sendParcel } from './parcels.ts';

const KIT = 'CURRICULUM_KIT_1';
const DAY_MS = 86_400_000;
/** Kits of the two parcels of the order that has claims. */
const PARCELS = [5, 5] as const;
const PHOTO = [480, 360] as const;

const DELIVERED = ['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const;
const RETURNED = ['IN_TRANSIT', 'ATTEMPT_FAILED', 'RTO_INITIATED', 'RTO_DELIVERED'] as const;

type Line = InputOf<typeof damageClaimContract.submit>['lines'][number];
/** Lines of the order, and how far the claim is. */
const CLAIMS = [
  { lines: [0], reason: 'The work books are not in the bag', ends: 'SUBMITTED' },
  { lines: [1], reason: 'The toy box is crushed on one side', ends: 'SUBMITTED', photo: true },
  { lines: [2], reason: 'The art set is not in the bag', ends: 'UNDER_REVIEW' },
  { lines: [3, 4], reason: 'Two bags were not in the parcel', ends: 'PARTIALLY_APPROVED', approved: 1 },
  { lines: [5], reason: 'The bag was not in the parcel', ends: 'RE_ORDERED', approved: 1 },
  { lines: [6], reason: 'The crayons are of another colour', ends: 'REJECTED', approved: 0 },
  {
    lines: [7],
    reason: 'The bag was torn when we unpacked it',
    ends: 'APPROVED',
    approved: 1,
    fault: 'CENTRE',
  },
  { lines: [8], reason: 'The bag was not in the parcel', ends: 'APPROVED', approved: 1 },
  // Credited: one waits for finance, one is issued.
  {
    lines: [9],
    reason: 'The whole kit was left behind',
    ends: 'APPROVED',
    approved: 1,
    gets: 'CREDIT',
    fault: 'COURIER',
  },
  { lines: [4], reason: 'The second bag is missing after all', ends: 'CLOSED', approved: 1, gets: 'CREDIT' },
] as const;

export async function writeDamageClaims(
  database: Database,
  franchiseeId: number,
  { today, now }: Clock,
  filesDir: string | null,
): Promise<void> {
  const { head } = teamAt(franchiseeId);
  const centre: NarrowedActor = {
    ...actorAt(franchiseeId, head.id),
    name: `${head.firstName} ${head.lastName}`,
    academicYearId: academicYearOf(today),
  };
  const office: NarrowedActor = {
    ...actorAt(franchiseeId, headOffice.operations.id),
    name: `${headOffice.operations.firstName} ${headOffice.operations.lastName}`,
    wholeNetwork: true,
  };
  const arrived = new Date(now.getTime() - 3 * DAY_MS);
  const orderId = await sentOrder(database, centre, { arrived, parcels: PARCELS, said: DELIVERED });
  await sentOrder(database, centre, { arrived, parcels: [2], said: ['IN_TRANSIT', 'LOST'] });
  await sentOrder(database, centre, { arrived, parcels: [1], said: RETURNED });
  if (orderId === null) return;
  const run = async <T>(
    actor: NarrowedActor,
    handler: InWorkHandler,
    input: object,
    version = 0,
  ): Promise<T> =>
    (await work(database, actor, 'claim', (db) =>
      carryOut(handler, { db, actor, now: new Date(now.getTime() - DAY_MS), version, input }),
    )) as T;
  const { rows: lines } = await work(database, centre, 'lines', (db) =>
    sql<{ id: string; shipmentId: string; productId: string }>`
      select l.id, (select x.shipment_id from shipment_line x where x.franchisee_id = l.franchisee_id and x.line_id = l.id) as "shipmentId",
        (select k.product_id from order_component k where k.franchisee_id = l.franchisee_id and k.line_id = l.id order by k.hsn, k.product_id limit 1) as "productId"
        from kit_order_line l where l.franchisee_id = ${franchiseeId} and l.order_id = ${orderId} order by l.line_no`.execute(
      db,
    ),
  );
  const versionOf = async (id: string) => {
    const { rows } = await work(database, centre, 'version', (db) =>
      sql<{ version: number }>`select version from damage_claim where id = ${id}`.execute(db),
    );
    return rows[0]?.version ?? 0;
  };
  for (const [n, claim] of CLAIMS.entries()) {
    const photoIds = 'photo' in claim ? [await photo(database, centre, filesDir)] : [];
    const claimed = claim.lines.flatMap((at): Line[] => {
      const line = lines[at];
      return line
        ? [
            {
              lineId: line.id,
              productId: claim.lines.length === 1 && n < 3 ? line.productId : null,
              kind: photoIds.length > 0 ? 'DAMAGED' : 'MISSING',
              qty: 1,
              reason: claim.reason,
              photoIds,
            },
          ]
        : [];
    });
    const shipmentId = lines[claim.lines[0]]?.shipmentId;
    const { id } = await run<{ id: string }>(centre, submitClaim, { shipmentId, lines: claimed });
    if (claim.ends === 'SUBMITTED') continue;
    await run(office, takeClaim, { id }, await versionOf(id));
    if (!('approved' in claim)) continue;
    const { rows: own } = await work(database, centre, 'claim-lines', (db) =>
      sql<{
        id: string;
      }>`select x.id from damage_claim_line x join kit_order_line l on l.franchisee_id = x.franchisee_id and l.id = x.line_id
        where x.franchisee_id = ${franchiseeId} and x.claim_id = ${id} order by l.line_no`.execute(db),
    );
    const verdict = own.map((line, at) => ({
      id: line.id,
      qtyApproved: at < claim.approved ? 1 : 0,
      resolution: at < claim.approved ? ('gets' in claim ? claim.gets : 'REPLACE') : 'NONE',
    }));
    const note =
      claim.approved > 0 ? 'The packing list says so too' : 'The kit of this class has these colours';
    const fault = 'fault' in claim ? claim.fault : 'PACKING';
    await run(office, decideClaim, { id, lines: verdict, fault, note }, await versionOf(id));
    if (claim.ends === 'CLOSED') await issueNote(database, franchiseeId, { claimId: id, now });
    if (claim.ends === 'RE_ORDERED') await run(centre, reOrderFree, { id, source: 'CLAIM' });
  }
}

/** Finance issues the credit note of a claim. */
async function issueNote(
  database: Database,
  franchiseeId: number,
  { claimId, now }: { claimId: string; now: Date },
): Promise<void> {
  const finance: NarrowedActor = { ...actorAt(franchiseeId, headOffice.finance.id), wholeNetwork: true };
  await work(database, finance, 'claim-note', async (db) => {
    const { rows } = await sql<{ id: string; version: number }>`
      select n.id, n.version from note n join damage_claim d on d.franchisee_id = n.franchisee_id and d.note_id = n.id
       where d.franchisee_id = ${franchiseeId} and d.id = ${claimId}`.execute(db);
    const [note] = rows;
    if (note)
      await carryOut(approveNote, {
        db,
        actor: finance,
        now,
        version: note.version,
        input: { id: note.id, note: 'The courier confirms it' },
      });
  });
}

/** Kits on credit, and their parcels from the warehouse to where couriers say they came. */
async function sentOrder(
  database: Database,
  centre: NarrowedActor,
  {
    arrived,
    parcels,
    said,
  }: { arrived: Date; parcels: readonly number[]; said: readonly [CourierEvent, ...CourierEvent[]] },
): Promise<string | null> {
  const franchiseeId = centre.franchiseeId ?? 0;
  const placed = new Date(arrived.getTime() - 12 * DAY_MS);
  const kits = parcels.reduce((sum, n) => sum + n, 0);
  const desk = deliveryDesk(database);
  const rights = await desk.rowsOf(sql<{ id: string }>`
    select a.id from kit_allocation a join student s on s.franchisee_id = a.franchisee_id and s.id = a.student_id
      join enrolment e on e.franchisee_id = a.franchisee_id and e.id = a.enrolment_id and e.status = 'ACTIVE'
      join kit_mapping m on m.current and m.kit_type = a.kit_type and m.academic_year_id = a.academic_year_id and m.class_id = a.class_id
     where a.franchisee_id = ${franchiseeId} and a.academic_year_id = ${centre.academicYearId} and a.kit_type = ${KIT} and a.status = 'ALLOCATED'
     order by a.class_id desc, s.name, s.admission_no limit ${kits}`);
  if (rights.length < kits) return null;
  const lines = rights.map(({ id }) => ({ allocationId: id, qty: 1 }));
  const { quote } = await desk.run<{ quote: string }>(quoteOrder, { kitType: KIT, lines }, placed, centre);
  const order = await desk.run<{ id: string }>(
    placeOrder,
    {
      clientOrderId: demoUuid('sent-order', franchiseeId, kits),
      kitType: KIT,
      lines,
      quote,
      paymentMode: 'CREDIT',
      backorder: true,
    },
    placed,
    centre,
  );
  await bringWhatWaits(desk, 'Challan 4287', placed);
  const left = new Date(2 * arrived.getTime() - saidAt(arrived, said.length - 1).getTime());
  for (const [n, size] of parcels.entries()) {
    const awb = String(26_805_720_000_000 + franchiseeId * 1_000 + kits * 10 + n);
    const parcel = { orderId: order.id, kits: size, at: left, courier: 'DELHIVERY', awb, said } as const;
    if ((await sendParcel(desk, parcel)) === null) return null;
  }
  return order.id;
}

async function photo(database: Database, centre: NarrowedActor, filesDir: string | null): Promise<string> {
  const franchiseeId = centre.franchiseeId ?? 0;
  const id = demoUuid('claim-photo', franchiseeId);
  const content = drawnPicture(franchiseeId, ...PHOTO);
  await work(database, centre, 'claim-photo', (db) =>
    sql`insert into file (franchisee_id, id, name, bytes, sha256, mime, kind, state, storage_key, uploaded_at, created_by)
      values (${franchiseeId}, ${id}::uuid, 'picture-1.png', ${content.length}, ${createHash('sha256').update(content).digest()}, 'image/png', 'upload',
        'CLEAN', ${id}, now(), ${centre.userId})`.execute(db),
  );
  if (filesDir) await (await openFileStore(filesDir)).write(id, content);
  return id;
}
