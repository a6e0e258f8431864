import { call } from '@aangan/web/api/call.ts';
import { newId } from '@aangan/web/api/new-id.ts';
import { uploadFile } from '@aangan/web/api/upload.ts';
import { refreshCached } from '@aangan/web/api/use-command.ts';
import { shrinkPicture } from '@aangan/web/ui/shrink-picture.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { galleryContract } from './gallery.contract.ts';
import { LARGE, MOST_AT_ONCE, SMALL } from './gallery.states.ts';

export interface Uploading {
  id: string;
  name: string;
  /** 0 to 1. */
  share: number;
  /** What became of it, when it did not simply arrive. */
  note: string | null;
}

/** Both sizes of a picture, drawn anew here: what the camera wrote into it stays on this device. */
export async function uploadPair(picture: File, onShare: (share: number) => void) {
  const large = await shrinkPicture(picture, LARGE);
  const small = await shrinkPicture(large, SMALL);
  const { width, height } = await createImageBitmap(large);
  const largeId = await uploadFile(large, (share) => onShare(share * 0.9)).done;
  const smallId = await uploadFile(small, (share) => onShare(0.9 + share * 0.1)).done;
  return { largeId, smallId, width, height };
}

/** Sends chosen pictures into an album one after the other; each stands there when it has arrived. */
export function usePhotoUploads(galleryId: string) {
  const client = useQueryClient();
  const [list, setList] = useState<readonly Uploading[]>([]);
  const chain = useRef(Promise.resolve());
  const change = (id: string, to: Partial<Uploading> | null) =>
    setList((now) =>
      to === null
        ? now.filter((one) => one.id !== id)
        : now.map((one) => (one.id === id ? { ...one, ...to } : one)),
    );
  const sendOne = async (id: string, file: File) => {
    try {
      if (/hei[cf]/i.test(file.type) || /\.hei[cf]$/i.test(file.name))
        throw new Error('Please choose JPG or PNG.');
      const pair = await uploadPair(file, (share) => change(id, { share: Math.min(share, 0.9999) }));
      const { already } = await call(
        galleryContract.addPhotos,
        { id: galleryId, photos: [pair] },
        { idempotencyKey: newId() },
      );
      change(id, already > 0 ? { share: 1, note: 'Already here.' } : null);
      await refreshCached(client, ['gallery']);
    } catch (error) {
      change(id, { note: error instanceof Error ? error.message : 'The upload stopped.' });
    }
  };
  const send = (files: readonly File[]) => {
    const chosen = files.slice(0, MOST_AT_ONCE).map((file) => ({ id: newId(), file }));
    setList((now) => [
      ...now.filter(({ note }) => note === null),
      ...chosen.map(({ id, file }) => ({ id, name: file.name, share: 0, note: null })),
    ]);
    for (const { id, file } of chosen) chain.current = chain.current.then(() => sendOne(id, file));
  };
  return { list, send, dismiss: () => setList((now) => now.filter(({ note }) => note === null)) };
}
