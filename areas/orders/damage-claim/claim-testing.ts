// Parcels that left with their invoice, for the tests of what is credited of them.
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, HEAD_OFFICE, people } from '@aangan/testkit/world.ts';
import { noteContract } from '../../finance/note/note.contract.ts';
import { dev, kitsIn, orderOf, packed, rightsIn, sendOff } from '../dispatch/dispatch-testing.ts';
import { trackingContract } from '../tracking/tracking.contract.ts';
import type { CourierEvent } from '../tracking/tracking.states.ts';

export const GONE = new Date('2026-11-03T11:00:00+05:30');
export const NOW = new Date('2026-11-06T17:00:00+05:30');

/** Head office and its centres in one state; Harsh and Asha may decide on claims. */
export async function creditApp(): Promise<TestApp> {
  const app = await testApp();
  app.moveClock(GONE);
  await kitsIn(app);
  await app.sql(`update franchisee set gst_state_code = '27' where id <= 3`);
  await app.sql(`insert into user_approval_code (user_id, code) values ($1, 'DAMAGE_CLAIM_APPROVED')`, [
    people.Harsh.id,
  ]);
  return app;
}

export interface Sent {
  orderId: string;
  shipmentId: string;
  awb: string;
  lines: string[];
  rights: string[];
}

/** A parcel of an order of so many kits that left three days ago, and what was said of it since. */
export async function sent(app: TestApp, kits: number, said: readonly CourierEvent[]): Promise<Sent> {
  app.moveClock(GONE);
  const rights = await rightsIn(app, kits);
  const order = await orderOf(app, rights);
  const parcel = await packed(app, order.id, kits);
  const [awb = ''] = await sendOff(app, [parcel]);
  app.moveClock(NOW);
  await saidOf(app, parcel.id, said);
  const lines = await app.sql<{ id: string }>(
    'select l.id from shipment_line x join kit_order_line l on l.id = x.line_id where x.shipment_id = $1 order by l.line_no',
    [parcel.id],
  );
  return { orderId: order.id, shipmentId: parcel.id, awb, lines: lines.map(({ id }) => id), rights };
}

export async function saidOf(app: TestApp, id: string, said: readonly CourierEvent[]): Promise<void> {
  for (const [n, event] of said.entries())
    await dev(app).call(trackingContract.record, {
      id,
      event,
      at: new Date(NOW.getTime() - (said.length - n) * 3_600_000).toISOString(),
    });
}

/** Paise on an account of head office's or the centre's book; debit above zero. */
export async function balance(app: TestApp, book: number, account: string): Promise<number> {
  const [row] = await app.sql<{ sum: string }>(
    `select coalesce(sum(amount), 0) as sum from ledger_posting where franchisee_id = $1 and account_code = $2`,
    [book, account],
  );
  return Number(row?.sum);
}

/** Of several accounts of both books, by how much they change. */
export async function changes(
  app: TestApp,
  accounts: readonly [number, string][],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const now = () => Promise.all(accounts.map(([book, account]) => balance(app, book, account)));
  const before = await now();
  await work();
  return (await now()).map((sum, i) => sum - (before[i] ?? 0));
}

export const decideNote = async (
  app: TestApp,
  id: string,
  approve: boolean,
  by: 'Chetan' | 'Asha' = 'Chetan',
) => {
  const who = app.as(by, { centre: null });
  const { version } = await who.call(noteContract.get, { id });
  return approve
    ? who.call(noteContract.approve, { id }, { version })
    : who.call(noteContract.reject, { id, note: 'The courier still looks for it' }, { version });
};

export const BOOKS = { centre: ANDHERI, headOffice: HEAD_OFFICE } as const;
