import { serve } from '@aangan/server/endpoint/handle.ts';
import { academicYearRoll } from './academic-year/academic-year.server.ts';
import { networkArea } from './area.ts';
import { checklistOverdue, endingAlerts } from './franchisee/centre-jobs.server.ts';
import { franchiseeSearch } from './franchisee/find-franchisees.server.ts';
import { franchisee } from './franchisee/franchisee.queries.server.ts';
import { centreClosing, suspensionEnd } from './franchisee/franchisee-closing.server.ts';
import { centreHealthJob, seatsHealth } from './franchisee/franchisee-health.server.ts';
import { networkEffects } from './franchisee/suspend-preview.server.ts';
import { networkHomeCards } from './home-cards.server.ts';
import { networkSetUp } from './set-up.server.ts';
import { bskNameCheck, grantExpiry, idlePeople, pauseEnd } from './user/access-jobs.server.ts';
import { useEndTeller } from './user/end-grants.server.ts';
import { grantRuleOf } from './user/ensure-grantable.server.ts';
import { peopleSearch } from './user/find-people.server.ts';
import { useGrantRule } from './user/store-grant.server.ts';
import { tellRole } from './user/tell-role.server.ts';
import { userContract } from './user/user.contract.ts';
import { userCards, userRecipients } from './user/user.queries.server.ts';
import { usersExport } from './user/user-list.server.ts';
import { networkWork } from './user/work-of.server.ts';

useGrantRule(grantRuleOf);
useEndTeller((db, grantId) => tellRole(db, grantId, 'ended'));

export const networkServer = serve(
  networkArea,
  [
    await import('./academic-year/academic-year.server.ts'),
    await import('./department.server.ts'),
    await import('./franchisee/agreement.server.ts'),
    await import('./franchisee/centre-papers.server.ts'),
    await import('./franchisee/checklist.server.ts'),
    await import('./franchisee/directory.server.ts'),
    await import('./franchisee/franchisee-closing.server.ts'),
    await import('./franchisee/franchisee-commands.server.ts'),
    await import('./franchisee/franchisee-health.server.ts'),
    await import('./franchisee/franchisee-import.server.ts'),
    await import('./franchisee/franchisee-life.server.ts'),
    await import('./franchisee/franchisee-view.server.ts'),
    await import('./franchisee/opening-forecast.server.ts'),
    await import('./franchisee/profile-sheet.server.ts'),
    await import('./franchisee/register.server.ts'),
    await import('./franchisee/seat.server.ts'),
    await import('./franchisee/suspend-preview.server.ts'),
    await import('./pincode/pincode.server.ts'),
    await import('./pincode/post-office-import.server.ts'),
    await import('./pincode/territory.server.ts'),
    await import('./user/account-commands.server.ts'),
    await import('./user/account-security.server.ts'),
    await import('./user/grant-commands.server.ts'),
    await import('./user/merge-users.server.ts'),
    await import('./user/user-commands.server.ts'),
    await import('./user/user-hints.server.ts'),
    await import('./user/user-import.server.ts'),
    await import('./user/user-letters.server.ts'),
    await import('./user/user-list.server.ts'),
    await import('./user/user-view.server.ts'),
    await import('./user/view-as.server.ts'),
    await import('./zone.server.ts'),
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
    setUpSteps: networkSetUp,
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
