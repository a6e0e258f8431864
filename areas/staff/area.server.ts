import { serve } from '@aangan/server/endpoint/handle.ts';
import { staff } from './area.ts';
import { staffHomeCards } from './home-cards.server.ts';
import { staffUserCreated } from './staff/create-staff.server.ts';
import { approveStaff, rejectStaff, restoreStaff, suspendStaff } from './staff/decide-staff.server.ts';
import { staffSearch } from './staff/find-staff.server.ts';
import { getStaff } from './staff/get-staff.server.ts';
import { leaveStaff, rejoinStaff, staffLeftJob, stayStaff } from './staff/leave-service.server.ts';
import { listStaff } from './staff/list-staff.server.ts';
import { revealStaff } from './staff/reveal-staff.server.ts';
import { updateStaff } from './staff/update-staff.server.ts';
import { registerStaffHistory } from './staff-history.server.ts';

registerStaffHistory();

export const staffServer = serve(
  staff,
  [
    listStaff,
    getStaff,
    updateStaff,
    approveStaff,
    rejectStaff,
    suspendStaff,
    restoreStaff,
    leaveStaff,
    stayStaff,
    rejoinStaff,
    revealStaff,
  ],
  {
    outbox: { 'network.staff-user-created': staffUserCreated },
    jobs: [staffLeftJob],
    search: [staffSearch],
    homeCards: staffHomeCards,
  },
);
