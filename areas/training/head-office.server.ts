import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { refuseTraining } from './training.refusals.ts';

/** What all centres learn by is written by people of the whole network only. */
export const ensureNetwork = (actor: Actor): void =>
  ensure(actor.wholeNetwork, () => refuseTraining('training.network-only'));

/** An order names each row of its place once. */
export function ensureSame(rows: readonly { id: string }[], ids: readonly string[]): void {
  const asked = new Set(ids);
  ensure(
    asked.size === ids.length && rows.length === ids.length && rows.every(({ id }) => asked.has(id)),
    () => refuseTraining('training.order-changed'),
  );
}
