// What a new network needs before a fee can be charged and paid.
import type { SetUpStep } from '@aangan/server/endpoint/area-extras.ts';
import { anyRow } from '@aangan/server/sql.ts';
import { sql } from 'kysely';

export const financeSetUp: readonly SetUpStep[] = [
  {
    key: 'finance.fee-plans',
    place: 50,
    title: 'Have a fee plan approved',
    help: 'What a class pays, in which instalments; another person approves it.',
    path: '/fee-component/list',
    isDone: (db) => anyRow(db, sql`select from fee_plan where status = 'APPROVED'`),
  },
  {
    key: 'finance.online-payments',
    place: 70,
    title: 'Take payments online',
    help: 'Whoever runs the server enters the keys of the payment provider. Until then families pay at the centre.',
    path: null,
    optional: true,
    isDone: async (_db, config) => Boolean(config['RAZORPAY_KEY_ID'] && config['RAZORPAY_KEY_SECRET']),
  },
];
