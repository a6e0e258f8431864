import { serve } from '@aangan/server/endpoint/handle.ts';
import {
  academicYearRegister,
  academicYearRoll,
  listAcademicYears,
  openNextYear,
} from './academic-year/academic-year.server.ts';
import { networkArea } from './area.ts';
import { departmentOverview, saveDepartment } from './department.server.ts';
import {
  listAgreements,
  saveAgreement,
  signAgreement,
  terminateAgreement,
} from './franchisee/agreement.server.ts';
import { checklistOverdue, endingAlerts } from './franchisee/centre-jobs.server.ts';
import {
  listContacts,
  listPapers,
  removeContact,
  removePaper,
  saveContact,
  savePaper,
} from './franchisee/centre-papers.server.ts';
import {
  addItem,
  assignItem,
  doneItem,
  listChecklist,
  reopenItem,
  waiveItem,
} from './franchisee/checklist.server.ts';
import { directoryList } from './franchisee/directory.server.ts';
import { franchiseeSearch } from './franchisee/find-franchisees.server.ts';
import { franchisee } from './franchisee/franchisee.queries.server.ts';
import {
  approveClose,
  centreClosing,
  closeFranchisee,
  suspensionEnd,
  withdrawClose,
} from './franchisee/franchisee-closing.server.ts';
import {
  createFranchisee,
  moveZone,
  similarCentres,
  updateFranchisee,
  updateOwnFranchisee,
} from './franchisee/franchisee-commands.server.ts';
import {
  centreHealthJob,
  healthRows,
  recomputeHealth,
  seatsHealth,
  viewHealth,
} from './franchisee/franchisee-health.server.ts';
import { franchiseeImportHandlers } from './franchisee/franchisee-import.server.ts';
import {
  abandonFranchisee,
  activateFranchisee,
  reopenFranchisee,
  resumeFranchisee,
  signFranchisee,
  startSetup,
  suspendFranchisee,
} from './franchisee/franchisee-life.server.ts';
import { activeList, viewFranchisee } from './franchisee/franchisee-view.server.ts';
import { openingForecast } from './franchisee/opening-forecast.server.ts';
import { makeProfileSheet } from './franchisee/profile-sheet.server.ts';
import { centrePoints, registerList } from './franchisee/register.server.ts';
import { listSeats, setSeats } from './franchisee/seat.server.ts';
import { networkEffects, previewSuspension } from './franchisee/suspend-preview.server.ts';
import { networkHomeCards } from './home-cards.server.ts';
import {
  claimPincode,
  listImports,
  lookupMany,
  lookupPincode,
  releasePincode,
} from './pincode/pincode.server.ts';
import { postOfficeImportHandlers } from './pincode/post-office-import.server.ts';
import { addPincodes, coverage, suggestPincodes, territoryList } from './pincode/territory.server.ts';
import { bskNameCheck, grantExpiry, idlePeople, pauseEnd } from './user/access-jobs.server.ts';
import {
  disableUser,
  enableUser,
  readWorkOf,
  resumeUser,
  suspendUser,
} from './user/account-commands.server.ts';
import { endUserSessions, forgetDevice, resetUser, userSecurity } from './user/account-security.server.ts';
import { useEndTeller } from './user/end-grants.server.ts';
import { grantRuleOf } from './user/ensure-grantable.server.ts';
import { peopleSearch } from './user/find-people.server.ts';
import {
  endGrant,
  extendGrant,
  grantRole,
  listCodes,
  revokeCode,
  setCode,
} from './user/grant-commands.server.ts';
import { mergeUsers, previewMerge } from './user/merge-users.server.ts';
import { useGrantRule } from './user/store-grant.server.ts';
import { tellRole } from './user/tell-role.server.ts';
import { userContract } from './user/user.contract.ts';
import { userCards, userRecipients } from './user/user.queries.server.ts';
import {
  createStaff,
  inviteUser,
  resendInvite,
  transferHome,
  updateUser,
} from './user/user-commands.server.ts';
import { findDuplicate, listGrantable, previewMenu } from './user/user-hints.server.ts';
import { userImportHandlers } from './user/user-import.server.ts';
import { writeAccessLetter, writeHandOverLetter } from './user/user-letters.server.ts';
import { exportUsers, listUsers, userOptions, usersExport } from './user/user-list.server.ts';
import { viewUser } from './user/user-view.server.ts';
import { beginViewAs } from './user/view-as.server.ts';
import { networkWork } from './user/work-of.server.ts';
import { setZoneHead, zoneOverview } from './zone.server.ts';

useGrantRule(grantRuleOf);
useEndTeller((db, grantId) => tellRole(db, grantId, 'ended'));

export const networkServer = serve(
  networkArea,
  [
    activeList,
    viewFranchisee,
    makeProfileSheet,
    createFranchisee,
    updateFranchisee,
    updateOwnFranchisee,
    signFranchisee,
    startSetup,
    activateFranchisee,
    suspendFranchisee,
    previewSuspension,
    resumeFranchisee,
    abandonFranchisee,
    closeFranchisee,
    approveClose,
    withdrawClose,
    reopenFranchisee,
    viewHealth,
    healthRows,
    recomputeHealth,
    registerList,
    centrePoints,
    similarCentres,
    moveZone,
    listAgreements,
    saveAgreement,
    signAgreement,
    terminateAgreement,
    listContacts,
    saveContact,
    removeContact,
    listPapers,
    savePaper,
    removePaper,
    listSeats,
    setSeats,
    listChecklist,
    addItem,
    assignItem,
    doneItem,
    reopenItem,
    waiveItem,
    openingForecast,
    directoryList,
    ...franchiseeImportHandlers,
    zoneOverview,
    setZoneHead,
    departmentOverview,
    saveDepartment,
    listAcademicYears,
    academicYearRegister,
    openNextYear,
    lookupPincode,
    claimPincode,
    releasePincode,
    ...postOfficeImportHandlers,
    listImports,
    lookupMany,
    addPincodes,
    coverage,
    suggestPincodes,
    territoryList,
    listUsers,
    userOptions,
    viewUser,
    listGrantable,
    inviteUser,
    updateUser,
    grantRole,
    endGrant,
    disableUser,
    enableUser,
    resendInvite,
    endUserSessions,
    exportUsers,
    previewMenu,
    findDuplicate,
    transferHome,
    extendGrant,
    createStaff,
    readWorkOf,
    suspendUser,
    resumeUser,
    resetUser,
    userSecurity,
    forgetDevice,
    listCodes,
    setCode,
    revokeCode,
    ...userImportHandlers,
    beginViewAs,
    writeAccessLetter,
    writeHandOverLetter,
    previewMerge,
    mergeUsers,
  ],
  {
    jobs: [
      academicYearRoll,
      grantExpiry,
      pauseEnd,
      idlePeople,
      bskNameCheck,
      endingAlerts,
      checklistOverdue,
      centreClosing,
      suspensionEnd,
      centreHealthJob,
    ],
    healthMeasures: [seatsHealth],
    suspensionEffects: networkEffects,
    openWork: networkWork,
    exports: { [userContract.export.name]: usersExport },
    search: [franchiseeSearch, peopleSearch],
    homeCards: networkHomeCards,
    recipients: { userIds: (db, ids) => userRecipients(db, ids) },
    describe: {
      FRANCHISEE: async (db, id) => {
        const found = await franchisee(db, Number(id));
        return found && { label: found.label, link: `/franchisee/view/${found.id}` };
      },
      USER: async (db, id) => {
        const card = (await userCards(db, [id])).get(id);
        return card ? { label: card.name, link: `/user/view/${card.id}` } : null;
      },
    },
  },
);
