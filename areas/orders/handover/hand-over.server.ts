// A kit goes home: by the code its family was sent, by a signature, or because the parent says so.
import { randomUUID } from 'node:crypto';
import { todayIst } from '@aangan/contract/period.ts';
import { handle, handleApart } from '@aangan/server/endpoint/handle.ts';
import { saveFile } from '@aangan/server/files/files.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { allocationStates } from '../allocation/kit-allocation.states.ts';
import { kitTypeNames } from '../kit-types.ts';
import { handoverContract as contract } from './handover.contract.ts';
import { refuseHandover } from './handover.refusals.ts';
import {
  CODE_MINUTES,
  CODE_TRIES,
  CODES_A_DAY,
  handoverStates,
  RESEND_SECONDS,
  SIGNATURE_BYTES,
} from './handover.states.ts';
import { codeOf, isCode } from './handover-code.server.ts';

type Handover = RowIn<'kit_handover'>;

interface About {
  child: string;
  kit: string;
  centre: string;
}

async function aboutOf(db: Db, row: Handover): Promise<About> {
  const { rows } = await sql<{ child: string; kitType: string; centre: string }>`
    select s.name as child, a.kit_type as "kitType", f.company_name as centre from student s
      join kit_allocation a on a.franchisee_id = s.franchisee_id and a.id = ${row.allocation_id} join franchisee f on f.id = s.franchisee_id
     where s.franchisee_id = ${row.franchisee_id} and s.id = ${row.student_id}`.execute(db);
  const { child, kitType, centre } = ensureFound(rows[0]);
  return { child, centre, kit: kitTypeNames[kitType] ?? kitType };
}

const ensureHere = (row: Handover, { child }: About) =>
  ensure(row.status === 'AT_CENTRE', () => refuseHandover('handover.done', { details: { child } }));

const secondsTo = (until: Date, now: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
const resendAt = (sent: Date | string): Date => new Date(new Date(sent).getTime() + RESEND_SECONDS * 1000);

export const startHandover = handle(contract.start, async ({ db, input, now }) => {
  const row = await lockRow(db, 'kit_handover', input.id);
  const about = await aboutOf(db, row);
  ensureHere(row, about);
  const again = row.code_sent_at === null ? null : resendAt(row.code_sent_at);
  ensure(again === null || again <= now, () =>
    refuseHandover('handover.too-soon', { details: { s: secondsTo(again ?? now, now) } }),
  );
  const today = todayIst(now);
  const count = row.code_day === today ? row.code_count : 0;
  ensure(count < CODES_A_DAY, () => refuseHandover('handover.too-many', { details: { child: about.child } }));
  const nonce = randomUUID();
  const until = new Date(now.getTime() + CODE_MINUTES * 60_000);
  await db
    .updateTable('kit_handover')
    .set({
      code_nonce: nonce,
      code_until: until,
      code_tries: 0,
      code_sent_at: now,
      code_day: today,
      code_count: count + 1,
    })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  await queueMessage(db, {
    kind: 'orders.kit-handover-code',
    franchiseeId: row.franchisee_id,
    about: { studentIds: [row.student_id] },
    values: {
      code: codeOf({ id: row.id, nonce }),
      kit: about.kit,
      centre: about.centre,
      minutes: CODE_MINUTES,
    },
    appLink: '/student/dashboard',
    dedupeKey: nonce,
    expiresAt: until,
    source: { kind: 'kit-handover', id: row.id },
  });
  return { until: until.toISOString() };
});

/** Apart: a wrong try is counted although it is refused. */
export const handOverByCode = handleApart(contract.byCode, async ({ actor, input, now, work }) => {
  const tried = await work(actor, async (db) => {
    const row = await lockRow(db, 'kit_handover', input.id);
    const about = await aboutOf(db, row);
    ensureHere(row, about);
    const { code_nonce: nonce, code_until: until, code_sent_at: sent } = row;
    if (nonce === null || until === null || sent === null || new Date(until) <= now)
      throw refuseHandover('handover.no-code');
    if (row.code_tries >= CODE_TRIES)
      return refuseHandover('handover.locked', { details: { s: secondsTo(resendAt(sent), now) } });
    if (isCode({ id: row.id, nonce }, input.code)) {
      await finish(db, row, { method: 'OTP', receiver: null, by: userIdOf(actor), now, about });
      return null;
    }
    await db
      .updateTable('kit_handover')
      .set({ code_tries: row.code_tries + 1 })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .execute();
    return refuseHandover('handover.wrong-code', { details: { n: CODE_TRIES - row.code_tries - 1 } });
  });
  if (tried) throw tried;
  return { status: 'HANDED_OVER' as const };
});

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export const handOverBySignature = handle(contract.bySignature, async ({ db, actor, input, now }) => {
  const row = await lockRow(db, 'kit_handover', input.id);
  const about = await aboutOf(db, row);
  ensureHere(row, about);
  const content = Buffer.from(input.signature, 'base64');
  ensure(content.length <= SIGNATURE_BYTES && content.subarray(0, PNG.length).equals(PNG), () =>
    refuseHandover('handover.no-picture'),
  );
  const fileId = await saveFile(db, {
    franchiseeId: row.franchisee_id,
    name: `Signature ${todayIst(now)}.png`,
    kind: 'kit-signature',
    mime: 'image/png',
    content,
    sensitive: true,
  });
  await finish(db, row, {
    method: 'SIGNATURE',
    receiver: input.receiver,
    fileId,
    by: userIdOf(actor),
    now,
    about,
  });
  return { status: 'HANDED_OVER' as const };
});

/** The kit is the child's for good; the family hears of it. */
export async function finish(
  db: Db,
  row: Handover,
  of: {
    method: 'OTP' | 'SIGNATURE' | 'PARENT_APP';
    receiver: string | null;
    fileId?: string;
    by: string;
    now: Date;
    about?: About;
  },
): Promise<void> {
  const about = of.about ?? (await aboutOf(db, row));
  ensureHere(row, about);
  await moveStatus(db, {
    states: handoverStates,
    table: 'kit_handover',
    row,
    action: 'hand-over',
    set: {
      method: of.method,
      receiver: of.receiver,
      signature_file_id: of.fileId ?? null,
      handed_at: of.now,
      handed_by: of.by,
      code_nonce: null,
      code_until: null,
    },
  });
  const right = await lockRow(db, 'kit_allocation', row.allocation_id);
  if (right.status === 'AT_CENTRE')
    await moveStatus(db, {
      states: allocationStates,
      table: 'kit_allocation',
      row: right,
      action: 'hand-over',
    });
  await queueMessage(db, {
    kind: 'orders.kit-handed-over',
    franchiseeId: row.franchisee_id,
    about: { studentIds: [row.student_id] },
    values: { child: about.child, kit: about.kit, to: of.receiver ?? 'the family' },
    appLink: '/student/dashboard',
    dedupeKey: row.id,
    source: { kind: 'kit-handover', id: row.id },
  });
}
