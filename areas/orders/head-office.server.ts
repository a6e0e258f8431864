import { refusals, refuse } from '@aangan/contract/refusal.ts';
import type { Actor } from '@aangan/server/work/actor.ts';

const refuseCentre = refusals({
  'orders.head-office': [
    409,
    'This belongs to head office. Choose Select All as the centre in the top bar and try again.',
  ],
});

/** Acts for the whole network, with no centre chosen: what is written then are head office's own rows. */
export const isHeadOffice = (actor: Pick<Actor, 'wholeNetwork' | 'franchiseeId'>): boolean =>
  actor.wholeNetwork && actor.franchiseeId === null;

/** Refuses a person of a centre (403), and one of head office who has chosen a centre (409). */
export function ensureHeadOffice(actor: Pick<Actor, 'wholeNetwork' | 'franchiseeId'>): void {
  if (!actor.wholeNetwork) throw refuse('module.missing');
  if (actor.franchiseeId !== null) throw refuseCentre('orders.head-office');
}
