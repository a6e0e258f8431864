import { errorFrom, networkFailure } from './api-error.ts';
import { startBusy } from './busy.ts';
import { connection } from './connection.ts';

/** Reads a file as a blob, with the session's rights. `path` is its address below the base URL. Throws ApiError. */
export async function readFile(path: string, link?: string): Promise<{ blob: Blob; name: string }> {
  const done = startBusy();
  try {
    const response = await ask(path, link);
    const named = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(
      response.headers.get('content-disposition') ?? '',
    )?.[1];
    return { blob: await response.blob(), name: named ? decodeURIComponent(named) : 'file' };
  } finally {
    done();
  }
}

async function ask(path: string, link?: string): Promise<Response> {
  const url = `${connection.baseUrl}${path}`;
  const headers = new Headers();
  const token = link ? null : connection.token();
  if (link) headers.set('authorization', `Link ${link}`);
  else if (token) headers.set('authorization', token);
  const { franchiseeId } = connection.context();
  if (franchiseeId) headers.set('x-franchisee-id', String(franchiseeId));
  await connection.prepare({ method: 'GET', url, headers, token });
  const response = await fetch(url, { headers, credentials: 'same-origin' }).catch(() => {
    throw networkFailure();
  });
  if (!response.ok)
    throw errorFrom(response.status, await response.json().catch(() => null), response.headers);
  return response;
}

/** A signed address of a file, for ten minutes: what frames and tabs ask for carries no session. */
export async function fileAddress(fileId: string): Promise<string> {
  const answer = await ask(`/api/file/${encodeURIComponent(fileId)}?address=1`);
  const { url }: { url: string } = await answer.json();
  return `${url}&inline=1`;
}

/**
 * Opens an uploaded file in a new tab, under its own address: a blob would carry this page's policy, under which no
 * viewer of a PDF starts.
 */
export async function openFile(fileId: string): Promise<void> {
  // Opened before the wait, else the browser takes it for a pop-up.
  const tab = window.open('', '_blank');
  const done = startBusy();
  try {
    const address = await fileAddress(fileId);
    if (tab) tab.location.href = `${connection.baseUrl}${address}`;
    else {
      const { blob, name } = await readFile(address);
      saveBlob(blob, name);
    }
  } catch (error) {
    tab?.close();
    throw error;
  } finally {
    done();
  }
}

/** Hands a blob to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
