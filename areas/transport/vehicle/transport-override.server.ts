// Running without a paper that is being renewed: for hours, by somebody with the code, twice a month at most, and head office knows.
import { randomUUID } from 'node:crypto';
import { formatDateTime, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { useFile } from '@aangan/server/files/files.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { holdsCode, refuseApproval } from '@aangan/server/work/approval.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchisee, usersWith } from '../../network/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { transportModules as m } from '../modules.ts';
import { refuseTransport } from '../transport.refusals.ts';
import { mayOverride, paperKinds } from './paper-kinds.ts';
import { judgeVehicles } from './readiness.server.ts';
import { vehicleContract as contract } from './vehicle.contract.ts';
import { formatPlate } from './vehicle-fields.ts';

const MOST = 2;
const HOUR_MS = 3_600_000;
const CODE = 'TRANSPORT_OVERRIDE';

export const giveOverride = handle(contract.override, async ({ db, actor, input, now }) => {
  ensure(holdsCode(actor, CODE), () => refuseApproval('approval.code-missing'));
  // The lock counts: two at once do not both become the second.
  const vehicle = await lockRow(db, 'vehicle', input.id);
  const franchiseeId = vehicle.franchisee_id;
  const paper = paperKinds[input.kind].title;
  const { kind: wanted } = input;
  ensure(mayOverride(wanted), () => refuseTransport('override.not-allowed', { details: { paper } }));
  const { vehicles } = await judgeVehicles(db, {
    franchiseeId,
    today: todayIst(now),
    now,
    ids: [vehicle.id],
  });
  const { cells } = ensureFound(vehicles[0]);
  const reg = formatPlate(vehicle.reg_no);
  const missing = cells.find(({ kind, status }) => kind === wanted && status === 'EXPIRED');
  ensure(missing && !missing.overriddenUntil, () =>
    refuseTransport('override.not-needed', { details: { paper, reg } }),
  );
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from transport_override
    where franchisee_id = ${franchiseeId} and subject_id = ${vehicle.id} and from_at > ${now.toISOString()}::timestamptz - interval '30 days'`.execute(
    db,
  );
  ensure((rows[0]?.n ?? 0) < MOST, () => refuseTransport('override.too-many'));
  const until = new Date(now.getTime() + input.hours * HOUR_MS);
  const id = randomUUID();
  // The file first: one that is missing is named as such.
  await useFile(db, {
    franchiseeId,
    fileId: input.proof,
    area: 'transport',
    subjectKind: 'transport-override',
    subjectId: id,
    accept: ['pdf', 'jpg', 'png'],
  });
  await db
    .insertInto('transport_override')
    .values({
      franchisee_id: franchiseeId,
      id,
      subject: 'VEHICLE',
      subject_id: vehicle.id,
      kind: wanted,
      reason: input.reason,
      file_id: input.proof,
      from_at: now.toISOString(),
      to_at: until.toISOString(),
    })
    .execute();
  await tellHeadOffice(db, {
    id,
    franchiseeId,
    vehicleId: vehicle.id,
    title: `${reg} runs without ${paper.toLowerCase()} until ${formatDateTime(until)}`,
    by: actor.name,
    reason: input.reason,
  });
  return {};
});

const NOTICE_TEXT = 300;

interface Given {
  readonly id: string;
  readonly franchiseeId: number;
  readonly vehicleId: string;
  readonly title: string;
  readonly by: string;
  readonly reason: string;
}

/** At once: who looks after vehicles at head office, and the safety desk. */
async function tellHeadOffice(db: Db, given: Given): Promise<void> {
  const people = [
    ...(await usersWith(db, { module: m.VehicleDetails, franchiseeId: HEAD_OFFICE })),
    ...(await usersWith(db, { code: 'SAFETY_DESK' })),
  ];
  const centre = (await franchisee(db, given.franchiseeId))?.companyName ?? '';
  for (const userId of new Set(people.map(({ id }) => id)))
    await notify(db, {
      userId,
      kind: 'transport.override',
      title: given.title,
      body: `${given.by}, ${centre}: ${given.reason}`.slice(0, NOTICE_TEXT),
      link: `/transport/vehicle-details/edit/${given.vehicleId}?tab=papers`,
      franchiseeId: given.franchiseeId,
      sourceArea: 'transport',
      dedupeKey: `transport:override:${given.id}`,
    });
}
