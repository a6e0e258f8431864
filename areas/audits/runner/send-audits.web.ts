// Sends what audits keep on this device: photos' bytes by the house's upload, then operations in their order by `audit.sync`.
// One tab at a time; what the server has not taken stays.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { ApiError, networkFailure, toApiError } from '@aangan/web/api/api-error.ts';
import { queryClient } from '@aangan/web/api/query-client.ts';
import { send } from '@aangan/web/api/send.ts';
import { uploadFile } from '@aangan/web/api/upload.ts';
import { refreshCached } from '@aangan/web/api/use-command.ts';
import { type AuditOp, auditContract as contract } from '../engine/audit.contract.ts';
import { changeOp, dropOps, packSent, readOps, readPhoto } from './audit-store.web.ts';
import { deviceId } from './device-id.web.ts';
import { type KeptOp, nextBatch, olderRefusal } from './kept-ops.ts';

type Reply = OutputOf<typeof contract.sync>;
export interface Sent {
  auditId: string;
  /** Operations that the server has now, newer ones or not. */
  taken: readonly KeptOp[];
  reply: Reply | null;
}

const LOCK = 'aangan-audits';
const MOST_AT_ONCE = 200;
const listeners = new Set<(sent: Sent) => void>();
/** Why an audit takes nothing from this device, until it is asked again. */
const blocked = new Map<string, ApiError>();

export const onAuditSent = (listener: (sent: Sent) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const tell = (sent: Sent): void => {
  for (const listener of listeners) listener(sent);
};
export const blockOf = (auditId: string): ApiError | null => blocked.get(auditId) ?? null;

let askedAgain = false;
let running: Promise<void> | null = null;

/** Sends what waits, audit by audit; ends when there is nothing more that can go now. */
export async function sendAudits(): Promise<void> {
  askedAgain = true;
  // Asked for in the moment in which a run ends, it is another run.
  while (askedAgain) {
    running ??= run().finally(() => {
      running = null;
    });
    await running;
  }
}

async function run(): Promise<void> {
  const all = async () => {
    while (askedAgain) {
      askedAgain = false;
      await sendAll();
    }
  };
  if (!('locks' in navigator)) return all();
  // Another tab sends, then this one: it may have what only this tab has.
  await navigator.locks.request(LOCK, all);
}

async function sendAll(): Promise<void> {
  const byAudit = Map.groupBy(await readOps(), ({ auditId }) => auditId);
  for (const auditId of byAudit.keys()) if (!(await sendOne(auditId))) return;
}

/** Of the network, or of who is signed in: no other audit gets further. */
const stopsAll = ({ status }: ApiError): boolean =>
  status < 400 || status >= 500 || status === 401 || status === 429;

/** False when there is no point in trying the next audit now. */
async function sendOne(auditId: string): Promise<boolean> {
  blocked.delete(auditId);
  // Looked at in this run: what a full device could not note must not go round for ever.
  const past = new Set<string>();
  const brought = new Set<string>();
  let most = MOST_AT_ONCE;
  let problem: ApiError | null = null;
  for (;;) {
    const kept = (await readOps(auditId)).filter(({ refused, op }) => refused === null && !past.has(op.opId));
    const ops = nextBatch(kept, most);
    const sent = kept.filter(({ op }) => ops.some(({ opId }) => opId === op.opId));
    const [first] = sent;
    try {
      if (first) {
        const reply = await sync(first, ops);
        for (const { opId } of ops) past.add(opId);
        await settle(sent, reply);
        most = MOST_AT_ONCE;
        continue;
      }
      const photo = kept.find(({ op }) => !brought.has(op.opId));
      if (!photo) break;
      brought.add(photo.op.opId);
      problem = (await bringPhoto(photo)) ?? problem;
    } catch (error) {
      problem = toApiError(error);
      const mendable = problem.status === 422 || problem.status === 404;
      if (!first || !mendable) break;
      // One that can never be taken must not hold up the others: found by sending them one by one.
      if (ops.length > 1) most = 1;
      else if (problem.status === 422) {
        past.add(first.op.opId);
        await refuseOp(first, problem);
        problem = null;
      } else if (first.op.kind === 'photo') {
        // Its file was cleared away before the operation went: the bytes are here still, for the next try.
        past.add(first.op.opId);
        await changeOp(first, { op: { ...first.op, fileId: null } });
      } else break;
    }
  }
  if (problem) blocked.set(auditId, problem);
  tell({ auditId, taken: [], reply: null });
  return problem === null || !stopsAll(problem);
}

const sync = async ({ auditId, franchiseeId }: KeptOp, ops: AuditOp[]): Promise<Reply> =>
  // The server shaped it by the same contract.
  (await send({
    method: 'POST',
    path: contract.sync.path,
    body: { id: auditId, deviceId: await deviceId(), ops },
    background: true,
    // Of its own centre, whatever is chosen by now.
    headers: { 'x-franchisee-id': String(franchiseeId) },
  })) as Reply;

async function settle(sent: readonly KeptOp[], reply: Reply): Promise<void> {
  const [first] = sent;
  if (!first) return;
  const { auditId } = first;
  const older = new Set(reply.older);
  const taken = sent.filter(({ op }) => !older.has(op.opId));
  await packSent(auditId, taken, reply);
  for (const one of sent) if (older.has(one.op.opId)) await changeOp(one, { refused: olderRefusal(one.op) });
  await dropOps(taken);
  tell({ auditId, taken, reply });
  void refreshCached(queryClient, ['audit']);
}

async function refuseOp(kept: KeptOp, { code, message }: Pick<ApiError, 'code' | 'message'>): Promise<void> {
  await changeOp(kept, { refused: { code, message } });
  tell({ auditId: kept.auditId, taken: [], reply: null });
}

/** A photo's bytes go first; its operation then names the file. Answers why the server did not take them. */
async function bringPhoto(kept: KeptOp): Promise<ApiError | null> {
  const { op, auditId, franchiseeId } = kept;
  if (op.kind !== 'photo') return null;
  const bytes = await readPhoto(auditId, op.shot);
  if (!bytes) {
    await refuseOp(kept, { code: 'photo.gone', message: 'This photo is not on the device any more.' });
    return null;
  }
  const file = new File([bytes], `${op.shot}.jpg`, { type: 'image/jpeg' });
  try {
    const fileId = await uploadFile(file, () => undefined, { franchiseeId }).done;
    await changeOp(kept, { op: { ...op, fileId } });
    return null;
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error('The upload stopped.');
    const away = networkFailure();
    if (message === away.message) throw away;
    return new ApiError({ status: 400, code: 'photo.refused', message });
  }
}
