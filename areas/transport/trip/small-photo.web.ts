import { shrinkPicture } from '@aangan/web/ui/shrink-picture.ts';

const SIDE = 1024;

/** A photo as it waits in the queue: small, base64, without the camera's notes. Null: it is none. */
export async function smallPhoto(file: File): Promise<string | null> {
  const small = await shrinkPicture(file, SIDE).catch(() => null);
  if (!small) return null;
  const bytes = new Uint8Array(await small.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
