import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { refuseCurriculum } from './curriculum.refusals.ts';

/** The curriculum is one for all centres: only people of the whole network write it. */
export const ensureNetwork = (actor: Actor): void =>
  ensure(actor.wholeNetwork, () => refuseCurriculum('curriculum.network-only'));
