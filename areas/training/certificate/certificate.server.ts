// Issuing by hand, revoking, printing and checking certificates; and those of one person.
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, holds, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { keepSheet } from '../../network/public.server.ts';
import { trainingModules as m } from '../modules.ts';
import { refuseTraining } from '../training.refusals.ts';
import { award, snapshotSchema } from './award.server.ts';
import { certificateContract as contract, type OwnCertificate } from './certificate.contract.ts';
import { type CertificateStatus, certificateStates, stateOf } from './certificate.states.ts';
import { certificatePdf, photoOf } from './certificate-pdf.server.ts';

export const issue = handle(contract.issue, async ({ db, actor, input, now }) => {
  const staff = ensureFound(
    await db
      .selectFrom('staff')
      .select(['id', 'franchisee_id', 'name', 'status', 'user_id'])
      .where('id', '=', input.staffId)
      .executeTakeFirst(),
  );
  ensure(staff.user_id !== userIdOf(actor), () => refuseTraining('certificate.own'));
  ensure(staff.status === 'APPROVED', () =>
    refuseTraining('enrollment.not-approved', { details: { name: staff.name } }),
  );
  const type = await db
    .selectFrom('certificate_type')
    .select(['id', 'active'])
    .where('id', '=', String(input.typeId))
    .executeTakeFirst();
  ensure(type?.active, () =>
    refuse('input.invalid', { fields: { typeId: 'Choose a certificate that is still issued' } }),
  );
  const made = await award(db, {
    franchiseeId: staff.franchisee_id,
    staffId: staff.id,
    typeId: type.id,
    title: null,
    of: { source: 'MANUAL', reason: input.reason },
    now,
  });
  if (!made) throw refuseTraining('certificate.held', { details: { name: staff.name } });
  return made;
});

export const revoke = handle(contract.revoke, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'training_certificate', input.id, version);
  await moveStatus(db, {
    states: certificateStates,
    table: 'training_certificate',
    row,
    action: 'revoke',
    reason: input.reason,
    set: { revoke_reason: input.reason, revoked_by: userIdOf(actor) },
  });
  return {};
});

export const print = handle(contract.print, async (call) => {
  const { db, actor, input, ports } = call;
  const { rows } = await sql<{
    id: string;
    franchisee_id: number;
    status: CertificateStatus;
    snapshot: unknown;
    user_id: string | null;
    photo_file: string | null;
  }>`select c.id, c.franchisee_id, c.status, c.snapshot, s.user_id, s.photo_file from training_certificate c
      join staff s on s.franchisee_id = c.franchisee_id and s.id = c.staff_id where c.id = ${input.id}`.execute(
    db,
  );
  const row = ensureFound(rows[0]);
  // A colleague's is not there for whoever only learns.
  ensure(row.user_id === userIdOf(actor) || holds(actor, m.teacherPerformance, false), () =>
    refuse('row.not-found'),
  );
  ensure(row.status === 'VALID', () => refuseTraining('certificate.not-valid'));
  const snapshot = snapshotSchema.parse(row.snapshot);
  const photo =
    snapshot.layout === 'LANDSCAPE_PHOTO'
      ? await photoOf(db, { franchiseeId: row.franchisee_id, fileId: row.photo_file })
      : null;
  return keepSheet(call, {
    contract: contract.print.name,
    about: { kind: 'training-certificate', id: row.id },
    title: `Certificate ${snapshot.number.replaceAll('/', '-')}`,
    content: await certificatePdf(snapshot, { origin: ports.origin, photo }),
  });
});

export const what = handle(contract.what, async ({ actor }) => ({
  opens:
    ensureFound(actor.link).purpose === 'training.certificate'
      ? ('CERTIFICATE' as const)
      : ('INVITATION' as const),
}));

export const check = handle(contract.check, async ({ db, actor, now }) => {
  const row = ensureFound(
    await db
      .selectFrom('training_certificate')
      .select(['status', 'valid_until', 'snapshot'])
      .where('id', '=', ensureFound(actor.link).subjectId)
      .executeTakeFirst(),
  );
  const { name, type, title, issuedOn, validUntil } = snapshotSchema.parse(row.snapshot);
  return {
    name,
    type,
    title,
    issuedOn,
    validUntil,
    state: stateOf({ status: row.status, validUntil: row.valid_until }, todayIst(now)),
  };
});

/** The certificates of one person, newest first. */
export async function certificatesOf(
  db: Db,
  actor: Actor,
  { franchiseeId, staffId, now }: { franchiseeId: number; staffId: string; now: Date },
): Promise<OwnCertificate[]> {
  const { rows } = await sql<Omit<OwnCertificate, 'state' | 'can'> & { status: CertificateStatus }>`
    select c.id, c.version, c.number, t.name as type, c.title, c.source, c.issued_on as "issuedOn", c.valid_until as "validUntil",
        coalesce(c.revoke_reason, c.reason) as reason, c.status
      from training_certificate c join certificate_type t on t.id = c.type_id
     where c.franchisee_id = ${franchiseeId} and c.staff_id = ${staffId} order by c.issued_on desc, c.number desc limit 200`.execute(
    db,
  );
  return rows.map(({ status, ...row }) => ({
    ...row,
    state: stateOf({ status, validUntil: row.validUntil }, todayIst(now)),
    can: {
      print: status === 'VALID' && mayCall(actor, contract.print),
      revoke: status === 'VALID' && mayCall(actor, contract.revoke),
    },
  }));
}
