import { area, message } from '@aangan/contract/area.ts';
import { accessContract } from './access/access.contract.ts';
import { cronContract } from './cron/cron.contract.ts';
import { dynamicModuleContract } from './dynamic-module/dynamic-module.contract.ts';
import { emergencyContract } from './emergency/emergency.contract.ts';
import { endPointContract } from './end-point/end-point.contract.ts';
import { accessLogContract, changeLogContract } from './journal/journal.contract.ts';
import { dashboardContract } from './menu/dashboard.contract.ts';
import { accessReviewContract } from './review/access-review.contract.ts';
import { dashboardMapContract } from './role/dashboard-map.contract.ts';
import { roleContract } from './role/role.contract.ts';
import { roleChangeContract } from './role/role-change.contract.ts';
import { systemScreens } from './screens.ts';
import { systemModules } from './system-modules.ts';

export const systemArea = area({
  ...systemScreens,
  modules: systemModules.$info,
  contracts: [
    dashboardContract,
    endPointContract,
    roleContract,
    roleChangeContract,
    dashboardMapContract,
    dynamicModuleContract,
    accessContract,
    cronContract,
    changeLogContract,
    accessLogContract,
    emergencyContract,
    accessReviewContract,
  ],
  messages: [
    message({
      key: 'system.cron-alert',
      category: 'SERVICE',
      urgency: 'NOW',
      audience: 'STAFF',
      channels: ['EMAIL'],
      variables: ['lines'],
      subject: 'A job did not run as planned',
      en: '{lines} Look at the cron list: what was missed can be run again there.',
      retryUnknown: true,
    }),
    message({
      key: 'system.emergency-taken',
      category: 'SERVICE',
      urgency: 'NOW',
      audience: 'STAFF',
      channels: ['EMAIL', 'SMS'],
      variables: ['name', 'role', 'until', 'reason'],
      subject: 'An emergency right was taken',
      en: '{name} took the role {role} in an emergency, until {until}. Reason: {reason}. Look at what was done and review it within 48 hours.',
      retryUnknown: true,
    }),
    message({
      key: 'system.access-review',
      category: 'SERVICE',
      urgency: 'ROUTINE',
      audience: 'STAFF',
      channels: ['EMAIL'],
      variables: ['n', 'quarter', 'due'],
      subject: 'Role assignments await your review',
      en: 'Access review of {quarter}: {n} of your people await your review until {due}. Keep or end each of them under Users, Access review. Undecided assignments expire automatically.',
      retryUnknown: true,
    }),
  ],
  personalData: [
    {
      table: 'emergency_right',
      subject: 'USER',
      columns: ['reason', 'review_note'],
      on: 'keep',
      basis: 'Who took which right in an emergency, and what was found',
    },
    {
      table: 'access_review_item',
      subject: 'USER',
      columns: ['note'],
      on: 'keep',
      basis: 'Who said which roles are still needed',
    },
    {
      table: 'role_change',
      subject: 'USER',
      columns: ['reason', 'decision_reason'],
      on: 'keep',
      basis: 'Who could do what, and when',
    },
  ],
});
