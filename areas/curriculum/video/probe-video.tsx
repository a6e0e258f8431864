// The browser's own decoder is the check of a film: what it cannot play here, it cannot play anywhere in the product.
import { UNDECODABLE } from './video.states.ts';

export interface VideoFacts {
  durationMs: number;
  width: number;
  height: number;
  poster: File | null;
}

const WAIT_MS = 30_000;
const POSTER_WIDTH = 640;

/** Length, size and a picture of a film. Throws an Error with a text for the person. */
export async function probeVideo(file: File): Promise<VideoFacts> {
  const film = document.createElement('video');
  film.muted = true;
  film.preload = 'auto';
  const address = URL.createObjectURL(file);
  try {
    film.src = address;
    await happened(film, 'loadeddata');
    if (!film.videoWidth || !film.videoHeight) throw new Error(UNDECODABLE);
    // A recording of a browser says its length only after somebody went to its end.
    if (film.duration === Number.POSITIVE_INFINITY) {
      film.currentTime = 1e7;
      await happened(film, 'seeked');
    }
    const length = Number.isFinite(film.duration) ? film.duration : film.currentTime;
    if (!(length > 0)) throw new Error(UNDECODABLE);
    film.currentTime = Math.min(length * 0.1, 5);
    await happened(film, 'seeked');
    return {
      durationMs: Math.max(1, Math.round(length * 1000)),
      width: film.videoWidth,
      height: film.videoHeight,
      poster: await posterOf(film),
    };
  } catch {
    throw new Error(UNDECODABLE);
  } finally {
    film.removeAttribute('src');
    film.load();
    URL.revokeObjectURL(address);
  }
}

const happened = (film: HTMLVideoElement, event: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('late')), WAIT_MS);
    const end = (then: () => void) => () => {
      clearTimeout(timer);
      then();
    };
    film.addEventListener(event, end(resolve), { once: true });
    film.addEventListener(
      'error',
      end(() => reject(new Error('undecodable'))),
      { once: true },
    );
  });

async function posterOf(film: HTMLVideoElement): Promise<File | null> {
  const scale = Math.min(1, POSTER_WIDTH / film.videoWidth);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(film.videoWidth * scale));
  canvas.height = Math.max(1, Math.round(film.videoHeight * scale));
  canvas.getContext('2d')?.drawImage(film, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
  return blob && new File([blob], 'poster.jpg', { type: 'image/jpeg' });
}
