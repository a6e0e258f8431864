// Every area of the product, in build order (areas/README §6). An area that is not here is absent: no module, no menu
// item, no route.
import { academicsServer } from '@aangan/areas/academics/area.server.ts';
import { admissionsServer } from '@aangan/areas/admissions/area.server.ts';
import { communicationServer } from '@aangan/areas/communication/area.server.ts';
import { enquiriesServer } from '@aangan/areas/enquiries/area.server.ts';
import { financeServer } from '@aangan/areas/finance/area.server.ts';
import { networkServer } from '@aangan/areas/network/area.server.ts';
import { authenticate, shellServer } from '@aangan/areas/shell/area.server.ts';
import { studentsServer } from '@aangan/areas/students/area.server.ts';
import { systemServer } from '@aangan/areas/system/area.server.ts';
import type { Database } from '@aangan/server/database.ts';
import type { Authenticator } from '@aangan/server/endpoint-runner.ts';
import type { AreaServer } from '@aangan/server/handle.ts';
import { platformServer } from '@aangan/server/platform-server.ts';

export const areaServers: readonly AreaServer[] = [
  platformServer,
  networkServer,
  systemServer,
  shellServer,
  communicationServer,
  academicsServer,
  studentsServer,
  enquiriesServer,
  financeServer,
  admissionsServer,
];

/** Who a request's Authorization header is (areas/shell). */
export const authenticatorOf = (database: Database): Authenticator => (facts) => authenticate(database, facts);
