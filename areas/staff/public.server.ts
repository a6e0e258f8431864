// What the staff area offers to others inside their unit of work (areas/README §3).
export { eligibleStaff, isApproved, type StaffMember, staffOf } from './staff/staff-of.server.ts';
