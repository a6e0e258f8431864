import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { readFile, saveBlob } from '@aangan/web/api/open-file.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { roleContract } from './role.contract.ts';

/** Makes the sheet of a role (or, with null, the matrix of all) and hands it to the browser's downloads. */
export async function downloadRoleSheet(roleId: number | null, format: 'pdf' | 'xlsx'): Promise<void> {
  try {
    const { fileId, name } = await call(roleContract.sheet, { roleId, format });
    const { blob } = await readFile(`/api/file/${fileId}`);
    saveBlob(blob, name);
  } catch (error) {
    notice.error(toApiError(error));
  }
}
