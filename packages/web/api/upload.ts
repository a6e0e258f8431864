import { connection } from './connection.ts';
import { newId } from './new-id.ts';

export interface UploadHandle {
  /** Resolves to the file's id once the server has confirmed it; rejects with a plain text. */
  done: Promise<string>;
  /** Stops and forgets the upload. */
  cancel: () => void;
  /** Stops for now; `resume` goes on at the byte the server has. */
  pause: () => void;
  resume: () => void;
}

export interface UploadOptions {
  link?: string | undefined;
  /** Where an earlier try of this file stands on the server. */
  address?: string | null;
  /** Hears where this try stands, as soon as the server has said it; the first piece waits until it has noted it. */
  onAddress?: (address: string) => Promise<void>;
  pieceBytes?: number;
  /** Whose file it is, when it goes out later than it was made; otherwise the centre chosen now. */
  franchiseeId?: number;
}

// Small pieces keep a slow phone's retry cheap; tus resumes from the last confirmed byte.
const PIECE_BYTES = 2 * 1024 * 1024;

/** Uploads one file resumably. `onProgress` gets the share 0..1 (0.9999 until the server confirmed). */
export function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  given: string | UploadOptions = {},
): UploadHandle {
  const options: UploadOptions = typeof given === 'string' ? { link: given } : given;
  const { link } = options;
  let pause: () => void = () => undefined;
  let resume: () => void = () => undefined;
  let stop: () => void = () => undefined;
  let cancelled = false;
  const done = (async () => {
    const { Upload } = await import('tus-js-client');
    if (cancelled) throw new Error('cancelled');
    return await new Promise<string>((resolve, reject) => {
      const id = newId();
      let noted: Promise<void> | undefined;
      const upload = new Upload(file, {
        endpoint: `${connection.baseUrl}/api/upload`,
        metadata: { id, filename: file.name, filetype: file.type },
        chunkSize: options.pieceBytes ?? PIECE_BYTES,
        retryDelays: [0, 1000, 3000, 9000],
        storeFingerprintForResuming: false,
        uploadUrl: options.address ?? null,
        onUploadUrlAvailable: () => {
          if (upload.url) noted = options.onAddress?.(upload.url);
        },
        onBeforeRequest: async (request) => {
          await noted;
          const headers = new Headers();
          const token = link ? null : connection.token();
          if (link) headers.set('authorization', `Link ${link}`);
          else if (token) headers.set('authorization', token);
          const franchiseeId = options.franchiseeId ?? connection.context().franchiseeId;
          if (franchiseeId) headers.set('x-franchisee-id', String(franchiseeId));
          await connection.prepare({ method: request.getMethod(), url: request.getURL(), headers, token });
          for (const [name, value] of headers.entries()) request.setHeader(name, value);
        },
        onProgress: (sent, total) => onProgress(Math.min(sent / total, 0.9999)),
        onError: (error) => reject(new Error(reasonOf(error))),
        onSuccess: () => {
          // What is there to stay cannot be stopped any more; the server would refuse it.
          stop = () => undefined;
          pause = () => undefined;
          onProgress(1);
          resolve(upload.url?.split('/').pop()?.split('?')[0] ?? id);
        },
      });
      stop = () => void upload.abort(true).catch(() => undefined);
      pause = () => void upload.abort(false).catch(() => undefined);
      resume = () => upload.start();
      upload.start();
    });
  })();
  return {
    done,
    cancel: () => {
      cancelled = true;
      stop();
    },
    pause: () => pause(),
    resume: () => resume(),
  };
}

function reasonOf(error: unknown): string {
  const reply =
    typeof error === 'object' && error !== null && 'originalResponse' in error
      ? (error as { originalResponse: { getBody(): string } | null }).originalResponse
      : null;
  try {
    const body: unknown = JSON.parse(reply?.getBody() ?? '');
    if (typeof body === 'object' && body !== null && 'message' in body) return String(body.message);
  } catch {
    // Not one of our error bodies: fall through to the plain text.
  }
  return reply ? 'The upload stopped.' : 'Service Unavailable!';
}
