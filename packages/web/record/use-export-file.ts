import { useState } from 'react';
import { readFile, saveBlob } from '../api/open-file.ts';
import { notice } from '../ui/notices.tsx';

export interface ExportFile {
  readonly id: string;
  readonly title: string;
  /** The ending of the file's name. */
  readonly format: string;
}

/** Saves the file of a finished export on the device; a refusal is shown as a notice. `onSaved` runs after a success. */
export function useExportFile({ id, title, format }: ExportFile, onSaved?: () => void) {
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const { blob, name } = await readFile(`/api/export-job/file?id=${encodeURIComponent(id)}`);
      saveBlob(blob, name === 'file' ? `${title}.${format}` : name);
      onSaved?.();
    } catch (error) {
      notice.error(error);
    } finally {
      setSaving(false);
    }
  };
  return { saving, save: () => void save() };
}
