import type { SuspensionEffect } from '@aangan/server/endpoint/area-extras.ts';
import { sql } from 'kysely';

/** What stops when a centre admits nobody: what is on its way to an admission now (network.md 11.5). */
export const admissionEffects: readonly SuspensionEffect[] = [
  {
    ability: 'NEW_ADMISSION',
    meets: async (db, franchiseeId) => {
      const { rows } = await sql<{ applications: number; admissions: number }>`
        select (select count(*)::int from application where franchisee_id = ${franchiseeId} and status not in ('REJECTED', 'WITHDRAWN', 'EXPIRED')
            and not exists (select from admission a where a.franchisee_id = application.franchisee_id and a.applicant_id = application.applicant_id)) as applications,
          (select count(*)::int from admission where franchisee_id = ${franchiseeId} and status in ('LINK_SENT', 'IN_PROGRESS', 'SUBMITTED', 'RETURNED')) as admissions`.execute(
        db,
      );
      const { applications = 0, admissions = 0 } = rows[0] ?? {};
      const words = [
        ...(admissions > 0
          ? [`${admissions} ${admissions === 1 ? 'admission' : 'admissions'} in progress`]
          : []),
        ...(applications > 0
          ? [`${applications} open ${applications === 1 ? 'application' : 'applications'}`]
          : []),
      ];
      return words.join(', ') || null;
    },
  },
];
