import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { refuseAms } from './ams.refusals.ts';

/** What holds for the visits of every zone is set up by people of the whole network only. */
export const ensureNetwork = (actor: Actor): void =>
  ensure(actor.wholeNetwork, () => refuseAms('ams.network-only'));
