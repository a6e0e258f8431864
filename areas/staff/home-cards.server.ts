import { figuresOf, type HomeCards, type HomeContext } from '@aangan/server/endpoint/home-card.ts';
import { countUpToCap } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { staffDocuments } from './document/staff-document.listing.ts';
import { leaveRequests } from './leave/leave-request.listing.ts';
import { staffModules } from './modules.ts';
import { staffRows } from './staff/list-staff.server.ts';
import { staffListContract } from './staff/staff-list.contract.ts';

const WAITING = 'staff.waiting';
const DOCUMENTS = 'staff.documents-waiting';

async function read(db: Db, { actor, today }: HomeContext) {
  const waiting = staffRows(db, actor, { status: 'PENDING' }, today).select('s.id');
  const documents = sql`select from staff_document d join staff s on s.franchisee_id = d.franchisee_id and s.id = d.staff_id
    and s.status <> 'LEFT' where d.status = 'UPLOADED' and ${inChosenCentre(actor, 'd.franchisee_id')}`;
  const { rows } = await sql<{
    [WAITING]: number;
    [DOCUMENTS]: number;
  }>`select ${countUpToCap(waiting)} as ${sql.id(WAITING)}, ${countUpToCap(documents)} as ${sql.id(DOCUMENTS)}`.execute(
    db,
  );
  const { [DOCUMENTS]: papers, ...shown } = figuresOf(rows[0]);
  // The screen behind it is for those who write; others read staff alone.
  return papers && holds(actor, [staffModules.Staff, staffModules.staffApprove], true)
    ? { ...shown, [DOCUMENTS]: papers }
    : shown;
}

const LEAVE = 'staff.leave-waiting';

async function readLeave(db: Db, { actor }: HomeContext) {
  const waiting = sql`select from leave_request r where r.status = 'APPLIED' and ${inChosenCentre(actor, 'r.franchisee_id')}`;
  const { rows } = await sql<{
    [LEAVE]: number;
  }>`select ${countUpToCap(waiting)} as ${sql.id(LEAVE)}`.execute(db);
  return figuresOf(rows[0]);
}

/** Behind the module of the list, so that the card opens for whoever sees it. */
export const staffHomeCards: readonly HomeCards[] = [
  {
    module: staffModules.Staff,
    read,
    cards: [
      {
        key: WAITING,
        title: 'Staff waiting for approval',
        unit: 'count',
        picture: 'number',
        on: { owner: 16, staff: 16, centre: 38, zone: 26, operations: 26 },
        todo: { action: 'Approve', by: staffModules.staffApprove },
        drill: {
          path: '/staff/details',
          list: staffListContract.list,
          filters: () => ({ status: 'PENDING' }),
          measures: 'rows',
        },
      },
      {
        key: DOCUMENTS,
        title: 'Staff documents to verify',
        unit: 'count',
        picture: 'number',
        // Not on the zone's home: its people read staff, and the screen is for those who write.
        on: { owner: 17, staff: 17, centre: 39, operations: 27 },
        todo: { action: 'Verify', by: staffModules.staffApprove },
        drill: {
          path: '/staff/documents/upload?tab=queue',
          list: staffDocuments.endpoints.list,
          filters: () => ({ status: 'UPLOADED' }),
          measures: 'rows',
        },
      },
    ],
  },
  {
    module: staffModules.CenterHeadAttendance,
    read: readLeave,
    cards: [
      {
        key: LEAVE,
        title: 'Leave requests to decide',
        unit: 'count',
        picture: 'number',
        on: { owner: 18, staff: 18, centre: 40 },
        todo: { action: 'Decide', by: staffModules.CenterHeadAttendance },
        drill: {
          path: '/staff/leaveReport?tab=requests',
          list: leaveRequests.endpoints.list,
          filters: () => ({ status: 'APPLIED' }),
          measures: 'rows',
        },
      },
    ],
  },
];
