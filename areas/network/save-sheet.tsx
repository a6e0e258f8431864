import { toApiError } from '@aangan/web/api/api-error.ts';
import { readFile, saveBlob } from '@aangan/web/api/open-file.ts';
import { notice } from '@aangan/web/ui/notices.tsx';

/** Hands a document that the server has just made to the browser's downloads. */
export async function saveSheet(made: Promise<{ fileId: string; name: string }>): Promise<void> {
  try {
    const { fileId, name } = await made;
    const { blob } = await readFile(`/api/file/${fileId}`);
    saveBlob(blob, name);
  } catch (error) {
    notice.error(toApiError(error));
  }
}
