import { serve } from '@aangan/server/endpoint/handle.ts';
import { systemArea } from './area.ts';
import { cronLate } from './cron/cron-watch.server.ts';
import { emergencyReviewJob } from './emergency/review-emergency.server.ts';
import { registerSystemHistories } from './histories.server.ts';
import { systemHomeCards } from './home-cards.server.ts';
import { accessReviewJob } from './review/run-reviews.server.ts';
import { endPointUsePurge, menuCheckJob, roleReport, unusedRights } from './role/role-jobs.server.ts';
import { systemExports } from './system-exports.server.ts';

registerSystemHistories();

export const systemServer = serve(
  systemArea,
  [
    await import('./access/access.server.ts'),
    await import('./access/as-of.server.ts'),
    await import('./cron/cron-commands.server.ts'),
    await import('./cron/cron.queries.server.ts'),
    await import('./dynamic-module/dynamic-module.queries.server.ts'),
    await import('./dynamic-module/dynamic-module.server.ts'),
    await import('./emergency/emergency.queries.server.ts'),
    await import('./emergency/review-emergency.server.ts'),
    await import('./emergency/take-emergency.server.ts'),
    await import('./end-point/end-point-commands.server.ts'),
    await import('./end-point/end-point.queries.server.ts'),
    await import('./journal/access-log.server.ts'),
    await import('./journal/change-log.server.ts'),
    await import('./menu/dashboard-by-role.server.ts'),
    await import('./review/decide-review.server.ts'),
    await import('./review/open-review.server.ts'),
    await import('./review/review-letter.server.ts'),
    await import('./review/review-list.server.ts'),
    await import('./role/dashboard-grid.server.ts'),
    await import('./role/decide-role-change.server.ts'),
    await import('./role/role-change.queries.server.ts'),
    await import('./role/role-commands.server.ts'),
    await import('./role/role-compare.server.ts'),
    await import('./role/role-import.server.ts'),
    await import('./role/role-list.server.ts'),
    await import('./role/role-matrix.server.ts'),
    await import('./role/role-sheet.server.ts'),
    await import('./system-exports.server.ts'),
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
