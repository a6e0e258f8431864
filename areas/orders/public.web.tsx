// What other areas' screens show of orders.
import { part } from '@aangan/web/part.ts';

export type { IndentDeskProps, SentResult, SentRow } from './indent/indent-desk.tsx';
export type { GridChild } from './indent/indent-grid.tsx';

/** Uniform sizes of many children at once, for areas that know them before their admission. */
export const IndentDesk = part(() => import('./indent/indent-desk.tsx'), 'IndentDesk');

/** The order report, for the reports area. */
export const OrderReportViews = part(() => import('./report/order-report-views.tsx'), 'OrderReportViews');

/** A family's card of its child's kits. */
export const MyKitCard = part(() => import('./handover/my-kit-card.tsx'), 'MyKitCard');
