import { area } from '@aangan/contract/area.ts';
import { staffBoard } from './dashboard/staff-board.contract.ts';
import { attendanceContract } from './day/attendance.contract.ts';
import { punchContract } from './day/punch.contract.ts';
import { staffDesignation } from './designation.record.ts';
import { staffDocumentContract } from './document/staff-document.contract.ts';
import { staffDocuments } from './document/staff-document.listing.ts';
import { staffDocumentKind } from './document-kind.record.ts';
import { leaveContract } from './leave/leave.contract.ts';
import { leaveRequests } from './leave/leave-request.listing.ts';
import { leaveType } from './leave-type.record.ts';
import { staffModules } from './modules.ts';
import { attendanceRequestContract } from './request/attendance-request.contract.ts';
import { attendanceRequests } from './request/attendance-request.listing.ts';
import { staffScreens } from './screens.ts';
import { staffShift } from './shift.record.ts';
import { staffContract } from './staff/staff.contract.ts';
import { staffListContract } from './staff/staff-list.contract.ts';
import { staffMessages } from './staff-messages.ts';

export const staff = area({
  ...staffScreens,
  modules: staffModules.$info,
  records: [staffDesignation, staffDocumentKind, staffShift, leaveType],
  contracts: [
    staffListContract,
    staffContract,
    staffDocuments.endpoints,
    staffDocumentContract,
    attendanceContract,
    punchContract,
    leaveRequests.endpoints,
    leaveContract,
    attendanceRequests.endpoints,
    attendanceRequestContract,
    { dashboard: staffBoard.endpoint },
  ],
  messages: staffMessages,
  personalData: [
    {
      table: 'staff',
      subject: 'USER',
      columns: [
        'first_name',
        'last_name',
        'born_on',
        'mobile',
        'email',
        'photo_file',
        'address',
        'emergency_name',
        'emergency_mobile',
        'aadhaar_last4',
        'private',
      ],
      on: 'erase',
      basis: 'employment at the centre; three years after leaving',
    },
    {
      table: 'staff_document',
      subject: 'USER',
      columns: ['file_id', 'number_sealed'],
      on: 'erase',
      basis: 'documents of the employment; three years after leaving',
    },
    {
      table: 'leave_request',
      subject: 'USER',
      columns: ['reason', 'file_id', 'note'],
      on: 'erase',
      basis: 'leave of the employment; three years after leaving',
    },
    {
      table: 'staff_attendance_request',
      subject: 'USER',
      columns: ['reason', 'file_id', 'note'],
      on: 'erase',
      basis: 'attendance of the employment; three years after leaving',
    },
  ],
});
