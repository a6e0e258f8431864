import { errorFrom, networkFailure } from './api-error.ts';
import { startBusy } from './busy.ts';
import { connection } from './connection.ts';

/** Reads a file as a blob, with the session's rights. `path` is its address below the base URL. Throws ApiError. */
export async function readFile(path: string, link?: string): Promise<{ blob: Blob; name: string }> {
  const done = startBusy();
  try {
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
    const named = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(
      response.headers.get('content-disposition') ?? '',
    )?.[1];
    return { blob: await response.blob(), name: named ? decodeURIComponent(named) : 'file' };
  } finally {
    done();
  }
}

/** Opens an uploaded file in a new tab. */
export async function openFile(fileId: string, link?: string): Promise<void> {
  // Opened before the wait, else the browser takes it for a pop-up.
  const tab = window.open('', '_blank');
  try {
    const { blob, name } = await readFile(`/api/file/${encodeURIComponent(fileId)}?inline=1`, link);
    if (tab) tab.location.href = URL.createObjectURL(blob);
    else saveBlob(blob, name);
  } catch (error) {
    tab?.close();
    throw error;
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
