import { serve } from '@aangan/server/handle.ts';
import { academicYearRoll, listAcademicYears } from './academic-year/academic-year.server.ts';
import { networkArea } from './area.ts';
import { franchisee } from './franchisee/franchisee.queries.server.ts';
import {
  abandonFranchisee,
  activateFranchisee,
  createFranchisee,
  resumeFranchisee,
  signFranchisee,
  startSetup,
  suspendFranchisee,
  updateFranchisee,
  updateOwnFranchisee,
} from './franchisee/franchisee-commands.server.ts';
import { activeList, viewFranchisee } from './franchisee/franchisee-view.server.ts';
import { claimPincode, importOffices, lookupPincode, releasePincode } from './pincode/pincode.server.ts';
import { userCards, userRecipients } from './user/user.queries.server.ts';
import {
  disableUser,
  enableUser,
  endGrant,
  endUserSessions,
  grantRole,
  inviteUser,
  resendInvite,
  updateUser,
} from './user/user-commands.server.ts';
import { listUsers, userOptions } from './user/user-list.server.ts';
import { listGrantable, viewUser } from './user/user-view.server.ts';

export const networkServer = serve(
  networkArea,
  [
    activeList,
    viewFranchisee,
    createFranchisee,
    updateFranchisee,
    updateOwnFranchisee,
    signFranchisee,
    startSetup,
    activateFranchisee,
    suspendFranchisee,
    resumeFranchisee,
    abandonFranchisee,
    listAcademicYears,
    lookupPincode,
    claimPincode,
    releasePincode,
    importOffices,
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
  ],
  {
    jobs: [academicYearRoll],
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
