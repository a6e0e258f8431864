import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { tellApprovers } from '../tell-approvers.server.ts';
import { wowCodes } from './wow-order.states.ts';
import { orderPath } from './wow-paths.ts';

type Row = Pick<RowIn<'wow_order'>, 'franchisee_id' | 'id' | 'initiated_no' | 'made_by'> & { status: string };

/** The zone manager of the centre, then the final approver. */
export const tellWow = (db: Db, row: Row, decidedBy: string | null = null): Promise<void> =>
  tellApprovers(db, {
    code: wowCodes[row.status],
    franchiseeId: row.franchisee_id,
    atCentre: true,
    what: 'WOW kit',
    no: row.initiated_no,
    madeBy: row.made_by,
    decidedBy,
    link: orderPath({ franchiseeId: row.franchisee_id, id: row.id }),
    source: { kind: 'wow-order', id: row.id },
  });
