// Audits on this device, sealed for the signed-in person: the pack that opens without a network (`auditPack`), what was
// answered and not sent yet (`auditOp`), and the bytes of photos (`auditBlob`). Where the browser keeps nothing, the tab does.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { onDevice } from '@aangan/web/local/offline.ts';
import type { AreaStore, Sealed } from '@aangan/web/local/offline-database.ts';
import { seal, sealBytes, unseal, unsealBytes, vaultOwner } from '@aangan/web/local/vault.ts';
import { countWaitingAudits, stayOfTab } from '@aangan/web/local/waiting-audits.ts';
import type { auditContract, Question } from '../engine/audit.contract.ts';
import { type KeptOp, type LocalOp, withOps } from './kept-ops.ts';

export type Audit = OutputOf<typeof auditContract.get>;
export interface Pack {
  audit: Audit;
  /** When it was last read from the server. */
  readAt: number;
}

const opsOfTab = new Map<string, { kept: KeptOp; stay: number }>();
const photosOfTab = new Map<string, Blob>();
/** What this tab alone has is gone with it. */
export const onlyInThisTab = (): boolean => ofThisStay().length > 0;
const ofThisStay = (): KeptOp[] =>
  [...opsOfTab.values()].flatMap(({ kept, stay }) => (stay === stayOfTab() ? [kept] : []));

const opKey = ({ auditId, op }: Pick<KeptOp, 'auditId' | 'op'>): string => `${auditId}:${op.opId}`;
const packKey = (auditId: string): string => `${vaultOwner()}:${auditId}`;

let lastAt = 0;
const nextAt = (): number => {
  lastAt = Math.max(Date.now(), lastAt + 1);
  return lastAt;
};

async function put(store: AreaStore, id: string, at: number, sealed: Sealed | null): Promise<boolean> {
  const owner = vaultOwner();
  if (owner === null || sealed === null) return false;
  return onDevice(false, async ({ ofArea }) => {
    await ofArea(store).put({ id, owner, at, sealed });
    return true;
  });
}

/** Keeps an operation, before anything of it is shown. */
export async function addOp(of: Omit<KeptOp, 'at' | 'refused'>): Promise<KeptOp> {
  const kept: KeptOp = { ...of, at: nextAt(), refused: null };
  await writeOp(kept);
  void countWaitingAudits();
  return kept;
}

async function writeOp(kept: KeptOp): Promise<void> {
  if (!(await put('auditOp', opKey(kept), kept.at, await seal(kept))))
    opsOfTab.set(opKey(kept), { kept, stay: stayOfTab() });
}

/** Keeps a photo's bytes, then its operation. */
export async function addPhoto(
  of: Omit<KeptOp, 'at' | 'refused' | 'op'> & { parameterId: string },
  file: Blob,
): Promise<KeptOp> {
  const { parameterId, ...rest } = of;
  const shot = crypto.randomUUID();
  const sealed = await sealBytes(await file.arrayBuffer());
  if (!(await put('auditBlob', `${of.auditId}:${shot}`, Date.now(), sealed)))
    photosOfTab.set(`${of.auditId}:${shot}`, file);
  return addOp({
    ...rest,
    op: { kind: 'photo', opId: crypto.randomUUID(), parameterId, shot, fileId: null },
  });
}

/** Operations of this person on this device, in their order; of one audit, or of all. */
export async function readOps(auditId?: string): Promise<KeptOp[]> {
  const owner = vaultOwner();
  const rows = await onDevice([], ({ ofArea }) => {
    const store = ofArea('auditOp');
    return (
      auditId === undefined ? store.toCollection() : store.where('id').startsWith(`${auditId}:`)
    ).toArray();
  });
  const opened = await Promise.all(
    rows.filter((row) => row.owner === owner).map(({ sealed }) => unseal(sealed)),
  );
  // Sealed by `writeOp`.
  const kept = opened.filter((one): one is KeptOp => one !== null) as KeptOp[];
  const all = [...kept, ...ofThisStay()].filter((one) => auditId === undefined || one.auditId === auditId);
  lastAt = Math.max(lastAt, ...all.map(({ at }) => at));
  return all.sort((a, b) => a.at - b.at);
}

/** The photo's bytes; null when they are gone. */
export async function readPhoto(auditId: string, shot: string): Promise<Blob | null> {
  const id = `${auditId}:${shot}`;
  const row = await onDevice(undefined, ({ ofArea }) => ofArea('auditBlob').get(id));
  const bytes = row ? await unsealBytes(row.sealed) : null;
  return bytes === null ? (photosOfTab.get(id) ?? null) : new Blob([bytes], { type: 'image/jpeg' });
}

/** Changes an operation that is still there. */
export async function changeOp(
  kept: KeptOp,
  part: { op?: LocalOp; refused?: KeptOp['refused'] },
): Promise<void> {
  const [id, owner, next] = [opKey(kept), vaultOwner(), { ...kept, ...part }];
  const sealed = await seal(next);
  if (opsOfTab.has(id)) opsOfTab.set(id, { kept: next, stay: stayOfTab() });
  else if (owner !== null && sealed)
    await onDevice(undefined, ({ database, ofArea }) =>
      database.transaction('rw', ofArea('auditOp'), async () => {
        if (await ofArea('auditOp').get(id)) await ofArea('auditOp').put({ id, owner, at: kept.at, sealed });
      }),
    );
}

export async function dropOps(gone: readonly KeptOp[]): Promise<void> {
  const ids = gone.map(opKey);
  const photos = gone.flatMap(({ auditId, op }) => (op.kind === 'photo' ? [`${auditId}:${op.shot}`] : []));
  for (const id of ids) opsOfTab.delete(id);
  for (const id of photos) photosOfTab.delete(id);
  await onDevice(undefined, ({ database, ofArea }) =>
    database.transaction('rw', ofArea('auditOp'), ofArea('auditBlob'), async () => {
      await ofArea('auditOp').bulkDelete(ids);
      await ofArea('auditBlob').bulkDelete(photos);
    }),
  );
  await countWaitingAudits();
}

/** Keeps an audit as it is known now: form, questions, answers and what the audit before found. */
export async function keepPack(pack: Pack): Promise<boolean> {
  return put('auditPack', packKey(pack.audit.id), pack.readAt, await seal(pack));
}

const openPack = async (sealed: Sealed): Promise<Pack[]> => {
  const pack = await unseal(sealed);
  return pack === null ? [] : [pack as Pack]; // sealed by `keepPack`
};

export async function readPack(auditId: string): Promise<Pack | null> {
  const row = await onDevice(undefined, ({ ofArea }) => ofArea('auditPack').get(packKey(auditId)));
  return row ? ((await openPack(row.sealed))[0] ?? null) : null;
}

export async function readPacks(): Promise<Pack[]> {
  const owner = vaultOwner();
  if (owner === null) return [];
  const rows = await onDevice([], ({ ofArea }) => ofArea('auditPack').where('owner').equals(owner).toArray());
  return (await Promise.all(rows.map(({ sealed }) => openPack(sealed)))).flat();
}

export const dropPack = (auditId: string): Promise<void> =>
  onDevice(undefined, ({ ofArea }) => ofArea('auditPack').delete(packKey(auditId)));

export const questionsOf = ({ categories }: Audit): Question[] =>
  categories.flatMap(({ subCategories }) => subCategories.flatMap((sub) => sub.questions));

/** The audit with other readings of its questions. */
export function withQuestions(audit: Audit, known: ReadonlyMap<string, Question>): Audit {
  return {
    ...audit,
    categories: audit.categories.map((category) => ({
      ...category,
      subCategories: category.subCategories.map((sub) => ({
        ...sub,
        questions: sub.questions.map((one) => known.get(one.id) ?? one),
      })),
    })),
  };
}

/** What the server has taken stands in the pack, too, before it leaves the queue. */
export async function packSent(
  auditId: string,
  taken: readonly KeptOp[],
  { counts, score }: Pick<Audit, 'counts' | 'score'>,
): Promise<void> {
  const pack = await readPack(auditId);
  if (!pack) return;
  const known = withOps(questionsOf(pack.audit), taken);
  const audit = withSignoff(withQuestions(pack.audit, new Map(known.map((one) => [one.id, one]))), taken);
  await keepPack({ ...pack, audit: { ...audit, counts, score } });
}

/** The audit with the last sign-off that was kept here. */
export function withSignoff(audit: Audit, kept: readonly KeptOp[]): Audit {
  const last = kept.map(({ op }) => op).findLast((op) => op.kind === 'signoff');
  return last ? { ...audit, signoff: last.signoff, signoffName: last.name, signoffNote: last.note } : audit;
}
