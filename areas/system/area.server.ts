import { refuse } from '@aangan/contract/refusal.ts';
import { ensureFound } from '@aangan/server/ensure.ts';
import { serve } from '@aangan/server/handle.ts';
import { registerHistory } from '@aangan/server/record-history.ts';
import {
  accessDiff,
  accessMatrixHandler,
  explainOwn,
  explainTo,
  exportMatrix,
} from './access/access.server.ts';
import { systemArea } from './area.ts';
import {
  getRun,
  listAlerts,
  listJobs,
  listRuns,
  pauseJob,
  resumeJob,
  runAgain,
  runNow,
  seeAlert,
} from './cron/cron.server.ts';
import { cronLate, endPointUsePurge, menuCheckJob, roleReport } from './cron/cron-watch.server.ts';
import {
  allowHost,
  createDashboard,
  dynamicPage,
  dynamicTargets,
  getDynamic,
  listDynamic,
  publishDynamic,
  retireDynamic,
  saveDynamic,
} from './dynamic-module/dynamic-module.server.ts';
import {
  createEndPoint,
  endPointWorkbench,
  exportEndPoints,
  getEndPoint,
  listEndPoints,
  removeEndPoint,
  updateEndPoint,
} from './end-point/end-point.server.ts';
import { exportAccesses, exportChanges, listAccesses, listChanges } from './journal/journal.server.ts';
import { dashboardByRole } from './menu/dashboard-by-role.server.ts';
import { checkMenu, dashboardGrid } from './role/dashboard-grid.server.ts';
import { compareRoles, getRole, listRolePeople, listRoles, previewMenu } from './role/role.queries.server.ts';
import { listRoleChanges } from './role/role-change.queries.server.ts';
import {
  approveRoleChange,
  createRole,
  deactivateRole,
  rebaseRoleChange,
  rejectRoleChange,
  roleEffectHandler,
  saveDashboards,
  saveRole,
} from './role/role-commands.server.ts';
import { exportRoles, systemExports } from './system-exports.server.ts';
import { systemModules } from './system-modules.ts';

registerHistory('role', {
  module: systemModules.System,
  tables: [
    { table: 'role', title: 'Role', by: null },
    { table: 'role_end_point', title: 'Right', by: 'role_id' },
    { table: 'role_approval_code', title: 'Approval code', by: 'role_id' },
    { table: 'dashboard_role_map', title: 'Dashboard', by: 'role_id' },
    { table: 'sub_dashboard_role_map', title: 'Module in the menu', by: 'role_id' },
    { table: 'role_grantable', title: 'Who may give it', by: 'role_id' },
  ],
  ensureVisible: async (db, _actor, id) => {
    if (!/^\d{1,9}$/.test(id)) throw refuse('row.not-found');
    ensureFound(await db.selectFrom('role').select('id').where('id', '=', Number(id)).executeTakeFirst());
  },
});

export const systemServer = serve(
  systemArea,
  [
    dashboardByRole,
    endPointWorkbench,
    listEndPoints,
    getEndPoint,
    createEndPoint,
    updateEndPoint,
    removeEndPoint,
    exportEndPoints,
    listRoles,
    getRole,
    listRolePeople,
    compareRoles,
    previewMenu,
    roleEffectHandler,
    createRole,
    saveRole,
    deactivateRole,
    exportRoles,
    listRoleChanges,
    approveRoleChange,
    rejectRoleChange,
    rebaseRoleChange,
    dashboardGrid,
    saveDashboards,
    checkMenu,
    listDynamic,
    getDynamic,
    dynamicTargets,
    saveDynamic,
    publishDynamic,
    retireDynamic,
    dynamicPage,
    createDashboard,
    allowHost,
    explainTo,
    explainOwn,
    accessMatrixHandler,
    exportMatrix,
    accessDiff,
    listJobs,
    listRuns,
    getRun,
    listAlerts,
    seeAlert,
    runNow,
    runAgain,
    pauseJob,
    resumeJob,
    listChanges,
    listAccesses,
    exportChanges,
    exportAccesses,
  ],
  { jobs: [cronLate, menuCheckJob, roleReport, endPointUsePurge], exports: systemExports },
);
