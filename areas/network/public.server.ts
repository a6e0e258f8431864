// What the network area offers to others inside their unit of work (areas/README §3).
export {
  type AcademicYear,
  academicYears,
  currentYear,
  latestYear,
  yearOf,
} from './academic-year/academic-year.queries.server.ts';
export {
  type ActiveFranchisee,
  ability,
  activeFranchisees,
  ensureAbility,
  type FranchiseeFacts,
  franchisee,
  franchiseeLabels,
  stateCode,
} from './franchisee/franchisee.queries.server.ts';
export type { Ability } from './franchisee/franchisee-ability.ts';
export { franchiseeLabel } from './franchisee/franchisee-label.ts';
export { type ClassStrength, strengthOf } from './franchisee/seat.server.ts';
export { keepSheet } from './keep-sheet.server.ts';
export {
  type PincodeFacts,
  pincode,
  type ServiceableCentre,
  serviceableCentres,
  serviceOf,
} from './pincode/pincode.queries.server.ts';
export { endGrants } from './user/end-grants.server.ts';
export { ensureFamilyUser, type FamilyPerson, type FamilyUser } from './user/ensure-family-user.server.ts';
export {
  approvalCodes,
  centresOfZone,
  clearApprovalCode,
  grantCentre,
  listedCentres,
  type OpenGrant,
  openGrants,
  revokeCentre,
  setApprovalCode,
} from './user/grants.server.ts';
export { staffOfCentre } from './user/staff-of-centre.server.ts';
export { STAFF_ROLE } from './user/staff-roles.ts';
export { storeGrant } from './user/store-grant.server.ts';
export {
  departments,
  type SignInUser,
  signInKey,
  type UserCard,
  type UsersWith,
  userCards,
  userForSignIn,
  usersWith,
} from './user/user.queries.server.ts';
export { openView } from './user/view-as.server.ts';
export { ensureVisible as ensureUserVisible } from './user/visible-people.server.ts';
