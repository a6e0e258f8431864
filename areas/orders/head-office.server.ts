import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { refuseOrders } from './orders.refusals.ts';

/** The catalogue is head office's, whatever centre is chosen in the top bar; who does not reach the network is refused. */
export function atHeadOffice<T>(db: Db, actor: Actor, work: () => Promise<T>): Promise<T> {
  ensure(actor.wholeNetwork, () => refuseOrders('orders.network-only'));
  return withWholeReach(db, actor, work);
}
