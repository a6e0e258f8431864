// Uploads of videos: they live outside the screen, so their person may work elsewhere, and go on after a restart.
import { ApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { newId } from '@aangan/web/api/new-id.ts';
import { addUpload, changeUpload, removeUpload, runningUpload } from '@aangan/web/api/running-uploads.ts';
import { type UploadHandle, uploadFile } from '@aangan/web/api/upload.ts';
import { dropUnfinished, keepUnfinished, placeOf } from '@aangan/web/local/unfinished-uploads.ts';
import { probeVideo, type VideoFacts } from './probe-video.tsx';
import { videoContract } from './video.contract.ts';
import { MOST_BYTES, videoEndings } from './video.states.ts';

const PIECE_BYTES = 8 * 1024 * 1024;

interface Work {
  readonly file: File;
  handle?: UploadHandle;
  facts?: VideoFacts;
  fileId?: string;
  posterId?: string | null;
  /** The same for every try to save under one name, so that no video is made twice. */
  saving?: { name: string; key: string };
}
const works = new Map<string, Work>();

export const nameOfFile = (file: File): string =>
  file.name.replace(/\.[a-z0-9]{1,8}$/i, '').replace(/[_-]+/g, ' ').trim().slice(0, 120) || 'Video'; // biome-ignore format: one line

async function refusalOf(file: File): Promise<string | null> {
  const ending = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (!videoEndings.some((one) => one === ending)) return 'Choose an MP4, MOV or WebM file.';
  if (file.size === 0) return 'This file is empty.';
  if (file.size > MOST_BYTES) return 'This file is larger than 4 GB.';
  if ((await placeOf(file)) === 'OTHER')
    return 'Another file of this name is half uploaded. Choose that file to go on, or cancel it first.';
  return null;
}

/** Begins with each file; one that stopped before goes on where the server has it. `onDone` hears of each that is saved. */
export function startVideos(files: readonly File[], onDone: () => void): void {
  for (const file of files) {
    const id = newId();
    works.set(id, { file });
    addUpload({
      id,
      name: nameOfFile(file),
      tags: '',
      bytes: file.size,
      share: 0,
      speed: null,
      state: 'CHECKING',
      note: null,
    });
    void run(id, onDone);
  }
}

const stopped = (id: string, error: unknown): void => {
  const text = error instanceof Error ? error.message : '';
  if (text === 'cancelled' || !works.has(id)) return;
  changeUpload(id, { state: 'STOPPED', note: text || 'The upload stopped.', speed: null });
};

async function run(id: string, onDone: () => void): Promise<void> {
  const work = works.get(id);
  if (!work) return;
  try {
    const refusal = work.fileId ? null : await refusalOf(work.file);
    if (refusal) throw new Error(refusal);
    work.facts ??= await probeVideo(work.file);
    if (!works.has(id)) return;
    work.fileId ??= await send(id, work);
    if (work.posterId === undefined)
      work.posterId = work.facts.poster ? await uploadFile(work.facts.poster, () => undefined).done : null;
    await save(id, work, work.facts, work.fileId);
    onDone();
  } catch (error) {
    stopped(id, error);
  }
}

async function send(id: string, work: Work): Promise<string> {
  const { file } = work;
  const place = await placeOf(file);
  if (!works.has(id)) throw new Error('cancelled');
  const begun = { at: performance.now(), share: -1 };
  changeUpload(id, { state: 'SENDING', note: null });
  work.handle = uploadFile(
    file,
    (share) => {
      if (begun.share < 0) Object.assign(begun, { at: performance.now(), share });
      const seconds = (performance.now() - begun.at) / 1000;
      changeUpload(id, {
        share,
        ...(seconds > 1 ? { speed: ((share - begun.share) * file.size) / seconds } : {}),
      });
    },
    {
      address: place === 'OTHER' ? null : place,
      pieceBytes: PIECE_BYTES,
      onAddress: (address) => keepUnfinished(file, address),
    },
  );
  const fileId = await work.handle.done;
  await dropUnfinished(file.name);
  return fileId;
}

async function save(id: string, work: Work, facts: VideoFacts, fileId: string): Promise<void> {
  changeUpload(id, { state: 'SAVING', share: 1, speed: null, note: null });
  const { name = '', tags = '' } = runningUpload(id) ?? {};
  const { durationMs, width, height } = facts;
  if (work.saving?.name !== name) work.saving = { name, key: newId() };
  try {
    await call(
      videoContract.create,
      {
        fileId,
        posterFileId: work.posterId ?? null,
        durationMs,
        width,
        height,
        name: name.trim(),
        ...(tags.trim() ? { tags: tags.trim() } : {}),
      },
      { idempotencyKey: work.saving.key },
    );
  } catch (error) {
    const field = error instanceof ApiError ? Object.values(error.fields ?? {})[0] : undefined;
    throw field ? new Error(`${String(field)}.`) : error;
  }
  changeUpload(id, { state: 'DONE' });
  works.delete(id);
}

export function pauseVideo(id: string): void {
  works.get(id)?.handle?.pause();
  changeUpload(id, { state: 'PAUSED', speed: null });
}

export function resumeVideo(id: string): void {
  works.get(id)?.handle?.resume();
  changeUpload(id, { state: 'SENDING' });
}

/** Tries again what stopped: from the byte the server has, or only the saving. */
export const retryVideo = (id: string, onDone: () => void): Promise<void> => run(id, onDone);

/** Stops an upload for good and takes its line away. */
export function cancelVideo(id: string): void {
  const work = works.get(id);
  works.delete(id);
  work?.handle?.cancel();
  if (work?.handle) void dropUnfinished(work.file.name);
  removeUpload(id);
}
