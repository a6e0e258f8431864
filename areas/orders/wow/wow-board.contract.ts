import { bars, board, figure } from '@aangan/contract/board.ts';
import { ordersModules as m } from '../modules.ts';
import { wowOrders } from './wow-order.listing.ts';

const list = { path: '/place-order/wow-kit/list', list: wowOrders.endpoints.list, measures: 'rows' } as const;

/** /place-order/wow-kit-dashboard */
export const wowBoard = board({
  name: 'wow-order.board',
  summary: 'WOW kit orders by whom they wait for, and what was approved by category.',
  module: m.PlaceOrders,
  input: {},
  cards: {
    zm: figure({ label: 'Waiting for the ZM', unit: 'count', opens: list }),
    final: figure({ label: 'Waiting for the final approver', unit: 'count', opens: list }),
    confirm: figure({ label: 'To confirm', unit: 'count', opens: list }),
    rejected: figure({ label: 'Rejected', unit: 'count', opens: list }),
    categories: bars({
      label: 'Approved, by category',
      unit: 'money',
      series: { approved: 'Before tax' },
      empty: { title: 'No WOW kit is approved yet', help: 'What was approved stands here by category.' },
    }),
  },
});
