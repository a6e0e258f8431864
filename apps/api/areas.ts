// Every area of the product, in build order (areas/README §6). An area that is not here is absent: no module, no menu
// item, no route.
import { academicsServer } from '@aangan/areas/academics/area.server.ts';
import { admissionsServer } from '@aangan/areas/admissions/area.server.ts';
import { auditsServer } from '@aangan/areas/audits/area.server.ts';
import { communicationServer } from '@aangan/areas/communication/area.server.ts';
import { curriculumServer } from '@aangan/areas/curriculum/area.server.ts';
import { enquiriesServer } from '@aangan/areas/enquiries/area.server.ts';
import { financeServer } from '@aangan/areas/finance/area.server.ts';
import { networkServer } from '@aangan/areas/network/area.server.ts';
import { ordersServer } from '@aangan/areas/orders/area.server.ts';
import { reportsServer } from '@aangan/areas/reports/area.server.ts';
import { servicesServer } from '@aangan/areas/services/area.server.ts';
import { authenticate, shellServer } from '@aangan/areas/shell/area.server.ts';
import { sopServer } from '@aangan/areas/sop/area.server.ts';
import { staffServer } from '@aangan/areas/staff/area.server.ts';
import { studentsServer } from '@aangan/areas/students/area.server.ts';
import { linkedStudents } from '@aangan/areas/students/public.server.ts';
import { systemServer } from '@aangan/areas/system/area.server.ts';
import { useLinkedStudents } from '@aangan/areas/system/public.server.ts';
import { ticketsServer } from '@aangan/areas/tickets/area.server.ts';
import { trainingServer } from '@aangan/areas/training/area.server.ts';
import { transportServer } from '@aangan/areas/transport/area.server.ts';
import { todayIst } from '@aangan/contract/period.ts';
import type { Authenticator } from '@aangan/server/endpoint/endpoint-runner.ts';
import type { AreaServer } from '@aangan/server/endpoint/handle.ts';
import { platformServer } from '@aangan/server/endpoint/platform-server.ts';
import type { Database } from '@aangan/server/postgres/database.ts';

export const areaServers: readonly AreaServer[] = [
  platformServer,
  networkServer,
  systemServer,
  shellServer,
  communicationServer,
  academicsServer,
  staffServer,
  studentsServer,
  enquiriesServer,
  financeServer,
  admissionsServer,
  servicesServer,
  ordersServer,
  sopServer,
  curriculumServer,
  trainingServer,
  transportServer,
  auditsServer,
  ticketsServer,
  reportsServer,
];

// Students know a parent's children; the lower areas are told at start (areas/README §3 rule 3).
useLinkedStudents(async (db, userId) => {
  const rows = await linkedStudents(db, userId, todayIst(new Date()));
  return {
    students: [...new Set(rows.map((row) => row.studentId))],
    centres: [...new Set(rows.map((row) => row.franchiseeId))],
    children: rows.flatMap((row) =>
      row.studentAdmissionId ? [{ studentAdmissionId: row.studentAdmissionId, label: row.name }] : [],
    ),
  };
});

/** Who a request's Authorization header is (areas/shell). */
export const authenticatorOf =
  (database: Database): Authenticator =>
  (facts) =>
    authenticate(database, facts);
