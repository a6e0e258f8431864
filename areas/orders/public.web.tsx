// What other areas' screens show of orders.
import { part } from '@aangan/web/part.ts';

/** A family's card of its child's kits. */
export const MyKitCard = part(() => import('./handover/my-kit-card.tsx'), 'MyKitCard');
