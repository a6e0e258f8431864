import { serve } from '@aangan/server/endpoint/handle.ts';
import {
  accessDiff,
  accessMatrixHandler,
  explainOwn,
  explainTo,
  exportMatrix,
} from './access/access.server.ts';
import { accessAsOf, accessCatalogue } from './access/as-of.server.ts';
import { systemArea } from './area.ts';
import { getRun, listAlerts, listJobs, listRuns } from './cron/cron.queries.server.ts';
import { pauseJob, resumeJob, runAgain, runNow, seeAlert } from './cron/cron-commands.server.ts';
import { cronLate } from './cron/cron-watch.server.ts';
import {
  dynamicPage,
  dynamicTargets,
  getDynamic,
  listDynamic,
} from './dynamic-module/dynamic-module.queries.server.ts';
import {
  allowHost,
  createDashboard,
  publishDynamic,
  retireDynamic,
  saveDynamic,
} from './dynamic-module/dynamic-module.server.ts';
import { listEmergencies, listEmergencyActs } from './emergency/emergency.queries.server.ts';
import {
  emergencyReviewJob,
  endEmergency,
  reviewEmergency,
  saveEmergencyRole,
} from './emergency/review-emergency.server.ts';
import { takeEmergency } from './emergency/take-emergency.server.ts';
import {
  endPointWorkbench,
  exportEndPoints,
  getEndPoint,
  listEndPoints,
} from './end-point/end-point.queries.server.ts';
import { createEndPoint, removeEndPoint, updateEndPoint } from './end-point/end-point-commands.server.ts';
import { registerSystemHistories } from './histories.server.ts';
import { systemHomeCards } from './home-cards.server.ts';
import { exportAccesses, listAccesses } from './journal/access-log.server.ts';
import { exportChanges, listChanges } from './journal/change-log.server.ts';
import { dashboardByRole } from './menu/dashboard-by-role.server.ts';
import { endRoles, keepRoles } from './review/decide-review.server.ts';
import { startReview } from './review/open-review.server.ts';
import { makeReviewLetter } from './review/review-letter.server.ts';
import { listItems, reviewOverview } from './review/review-list.server.ts';
import { accessReviewJob } from './review/run-reviews.server.ts';
import { checkMenu, dashboardGrid } from './role/dashboard-grid.server.ts';
import { approveRoleChange, rebaseRoleChange, rejectRoleChange } from './role/decide-role-change.server.ts';
import { listRoleChanges } from './role/role-change.queries.server.ts';
import {
  createRole,
  deactivateRole,
  roleEffectHandler,
  saveDashboards,
  saveRole,
} from './role/role-commands.server.ts';
import { compareRoles, previewMenu } from './role/role-compare.server.ts';
import { checkRoleImport, commitRoleImport } from './role/role-import.server.ts';
import { endPointUsePurge, menuCheckJob, roleReport, unusedRights } from './role/role-jobs.server.ts';
import { listRolePeople, listRoles } from './role/role-list.server.ts';
import { getRole } from './role/role-matrix.server.ts';
import { makeRoleSheet } from './role/role-sheet.server.ts';
import { exportRoles, systemExports } from './system-exports.server.ts';

registerSystemHistories();

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
    makeRoleSheet,
    checkRoleImport,
    commitRoleImport,
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
    accessCatalogue,
    accessAsOf,
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
    listEmergencies,
    listEmergencyActs,
    takeEmergency,
    endEmergency,
    reviewEmergency,
    saveEmergencyRole,
    reviewOverview,
    listItems,
    startReview,
    keepRoles,
    endRoles,
    makeReviewLetter,
  ],
  {
    jobs: [
      cronLate,
      menuCheckJob,
      roleReport,
      endPointUsePurge,
      unusedRights,
      emergencyReviewJob,
      accessReviewJob,
    ],
    exports: systemExports,
    homeCards: systemHomeCards,
  },
);
