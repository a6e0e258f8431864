const MOST_PIXELS = 4096;
const TIME_MS = 10_000;

/** Loads an image, also of another origin that lets it, and gives it as a data URL (specification 7). Throws Error. */
export async function imageToDataUrl(url: string, type = 'image/png'): Promise<string> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = url;
  const tooLong = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error('The image did not come in time.')), TIME_MS),
  );
  const loaded = image.decode().catch(() => {
    throw new Error('The image could not be loaded.');
  });
  await Promise.race([loaded, tooLong]);
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width > MOST_PIXELS || height > MOST_PIXELS) throw new Error('The image is too large.');
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas.toDataURL(type);
}
