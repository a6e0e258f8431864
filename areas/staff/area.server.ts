import { serve } from '@aangan/server/endpoint/handle.ts';
import { staff } from './area.ts';
import { attendanceContract } from './day/attendance.contract.ts';
import { musterExport } from './day/muster.server.ts';
import { expireDocumentsJob } from './document/expire-documents.server.ts';
import { staffHomeCards } from './home-cards.server.ts';
import { accrueLeaveJob } from './leave/accrue-leave.server.ts';
import { staffUserCreated } from './staff/create-staff.server.ts';
import { staffSearch } from './staff/find-staff.server.ts';
import { staffLeftJob } from './staff/leave-service.server.ts';
import { registerStaffHistory } from './staff-history.server.ts';

registerStaffHistory();

export const staffServer = serve(
  staff,
  [
    await import('./day/check-in.server.ts'),
    await import('./day/lock-month.server.ts'),
    await import('./day/mark-days.server.ts'),
    await import('./day/register.server.ts'),
    await import('./dashboard/staff-board.server.ts'),
    await import('./document/decide-document.server.ts'),
    await import('./document/documents-of-staff.server.ts'),
    await import('./document/staff-document.listing.server.ts'),
    await import('./document/upload-document.server.ts'),
    ...(await import('./leave/leave-request.listing.server.ts')).handlers,
    await import('./leave/apply-leave.server.ts'),
    await import('./leave/decide-leave.server.ts'),
    await import('./leave/leave-balance.server.ts'),
    await import('./leave/leave-view.server.ts'),
    ...(await import('./request/attendance-request.server.ts')).handlers,
    await import('./request/attendance-request.server.ts'),
    await import('./staff/decide-staff.server.ts'),
    await import('./staff/get-staff.server.ts'),
    await import('./staff/leave-service.server.ts'),
    await import('./staff/list-staff.server.ts'),
    await import('./staff/reveal-staff.server.ts'),
    await import('./staff/update-staff.server.ts'),
  ],
  {
    outbox: { 'network.staff-user-created': staffUserCreated },
    jobs: [staffLeftJob, expireDocumentsJob, accrueLeaveJob],
    search: [staffSearch],
    exports: { [attendanceContract.export.name]: musterExport },
    homeCards: staffHomeCards,
  },
);
