/** Larger files are refused before they are decoded: a phone runs out of memory on them. */
const MOST_BYTES = 20 * 1024 * 1024;
const QUALITY = 0.85;

/** What is kept of a picture: the middle square, or all of it. */
export type PictureCrop = 'square' | 'whole';

/**
 * Draws a picture anew in the browser, its longer side at most `side` pixels (1,600 = a page on paper), as JPEG: smaller to
 * send, and without the place and camera that the original carries. Throws an Error with a text for the person when it is no
 * picture or over 20 MB.
 */
export async function shrinkPicture(file: File, side = 1600, crop: PictureCrop = 'whole'): Promise<File> {
  if (file.size > MOST_BYTES) throw new Error('This picture is too large. Choose one under 20 MB.');
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('This picture could not be read. Choose a JPG, PNG or WEBP.');
  });
  const { width, height } = picture;
  const shorter = Math.min(width, height);
  const part =
    crop === 'square'
      ? { x: (width - shorter) / 2, y: (height - shorter) / 2, width: shorter, height: shorter }
      : { x: 0, y: 0, width, height };
  // Never enlarged, except that a square always has its full size: it is shown beside others.
  const scale = side / Math.max(part.width, part.height);
  const factor = crop === 'square' ? scale : Math.min(1, scale);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(part.width * factor);
  canvas.height = Math.round(part.height * factor);
  canvas
    .getContext('2d')
    ?.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob) throw new Error('This picture could not be read. Choose a JPG, PNG or WEBP.');
  return new File([blob], `${file.name.replace(/\.\w+$/, '') || 'picture'}.jpg`, { type: 'image/jpeg' });
}
