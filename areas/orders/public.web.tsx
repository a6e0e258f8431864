// What other areas' screens show of orders.
import { part } from '@aangan/web/part.ts';

export { MyKitCard } from './handover/my-kit-card.tsx';
export type { IndentDeskProps, SentResult, SentRow } from './indent/indent-desk.tsx';
export type { GridChild } from './indent/indent-grid.tsx';

/** Uniform sizes of many children at once, for areas that know them before their admission. */
export const IndentDesk = part(() => import('./indent/indent-desk.tsx'), 'IndentDesk');
