// What other areas' screens show of transport.
import { part } from '@aangan/web/part.ts';

/** A family's card of its child's bus. */
export const ChildBusCard = part(() => import('./family/child-bus-card.tsx'), 'ChildBusCard');
