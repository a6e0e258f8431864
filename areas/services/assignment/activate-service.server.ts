import { moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { activateTransport } from '../../transport/public.server.ts';
import { type Assignment, moveAssignment, moveEnquiry } from './assignment-row.server.ts';
import { type Enquiry, serviceOf } from './service-choice.server.ts';
import { tellFamily } from './tell-family.server.ts';

/** A held seat becomes the child's for good; both rows are locked. */
export async function activateService(
  db: Db,
  { enquiry, row }: { enquiry: Enquiry; row: Assignment },
): Promise<void> {
  await moveStatus(db, { ...moveAssignment, row, action: 'activate', set: { hold_until: null } });
  await activateTransport(db, { serviceAssignmentId: row.id });
  await moveStatus(db, {
    ...moveEnquiry,
    row: enquiry,
    action: 'activate',
    set: { next_follow_up_on: null },
  });
  const { name } = await serviceOf(db, row.service_id);
  await tellFamily(db, enquiry, {
    kind: 'services.active',
    values: { service: name, date: row.starts_on },
    key: `${row.id}:active`,
  });
}
