import { area } from '@aangan/contract/area.ts';
import { accountContract } from './account/account.contract.ts';
import { admissionsFormContract } from './account/admissions-form.contract.ts';
import { consentContract } from './account/consent.contract.ts';
import { appCoverage, appStatuses } from './app-status/app-status.listing.ts';
import { childPeopleContract, guardianContract } from './guardian/guardian.contract.ts';
import { parentInviteContract } from './guardian/parent-invite.contract.ts';
import { homeContract, strengthBoard } from './home/home.contract.ts';
import { leavingContracts, leavingPersonalData } from './leaving/leaving-area.ts';
import { studentMessages } from './messages.ts';
import { studentModules } from './modules.ts';
import { placementContract } from './placement/placement.contract.ts';
import { promotionBatch, promotionContract } from './promotion/promotion.contract.ts';
import { promotionPolicy } from './promotion/promotion-policy.record.ts';
import { promotionChildren, promotionRuns } from './promotion/promotion-run.listing.ts';
import { studentsScreens } from './screens.ts';
import { enrolmentContract } from './student/enrolment.contract.ts';
import { studentContract } from './student/student.contract.ts';
import { studentFileContract } from './student/student-file.contract.ts';
import { studentPrivateContract } from './student/student-private.contract.ts';
import { studentProfileContract } from './student/student-profile.contract.ts';
import { toddlerContract } from './toddler/toddler.contract.ts';
import { toddlers } from './toddler/toddler.listing.ts';

export const students = area({
  ...studentsScreens,
  modules: studentModules.$info,
  contracts: [
    studentContract,
    studentFileContract,
    homeContract,
    { staff: strengthBoard.endpoint },
    placementContract,
    parentInviteContract,
    guardianContract,
    childPeopleContract,
    enrolmentContract,
    studentPrivateContract,
    studentProfileContract,
    accountContract,
    consentContract,
    admissionsFormContract,
    promotionContract,
    toddlerContract,
    toddlers.endpoints,
    appStatuses.endpoints,
    appCoverage.endpoints,
    promotionBatch.endpoints,
    promotionRuns.endpoints,
    promotionChildren.endpoints,
    ...leavingContracts,
  ],
  records: [promotionPolicy],
  messages: studentMessages,
  personalData: [
    ...leavingPersonalData,
    {
      table: 'programme_assignment',
      subject: 'STUDENT',
      columns: ['companion_name'],
      on: 'erase',
      basis: 'who is with the child',
    },
    {
      table: 'student',
      subject: 'STUDENT',
      columns: ['name', 'call_name', 'name_local', 'search_text', 'custom'],
      on: 'pseudonymise',
      basis: 'education',
    },
    { table: 'student_private', subject: 'STUDENT', columns: ['sealed'], on: 'erase', basis: 'education' },
    {
      table: 'student_document',
      subject: 'STUDENT',
      columns: ['file_id', 'file_name', 'doc_no_last4'],
      on: 'erase',
      basis: 'documents of the register',
    },
    {
      table: 'pickup_person',
      subject: 'STUDENT',
      columns: ['name', 'mobile', 'photo_file_id'],
      on: 'erase',
      basis: 'safety at the gate',
    },
    {
      table: 'emergency_contact',
      subject: 'STUDENT',
      columns: ['name', 'mobile'],
      on: 'erase',
      basis: 'safety',
    },
    {
      table: 'guardian',
      subject: 'GUARDIAN',
      columns: ['name', 'mobile', 'mobile_alt', 'email', 'occupation', 'employer', 'education', 'private'],
      on: 'erase',
      basis: 'education',
    },
    {
      table: 'family',
      subject: 'GUARDIAN',
      columns: ['name', 'address', 'locality', 'home_note'],
      on: 'erase',
      basis: 'education',
    },
  ],
});
